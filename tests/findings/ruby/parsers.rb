# Answers for `abnfc conform --protocol json`: parsers of Ruby's standard library, by name.

require "ipaddr"
require "json"
require "time"
require "uri"

# Each parser raises, or returns false or nil, for what it rejects.
PARSERS = {
  "URI.parse" => lambda do |text|
    uri = URI.parse(text)
    # `port` is the scheme's if there is none, so the text is looked at.
    written = text[%r{\A(?:[^:/?#]+:)?//[^/?#]*:(\d*)(?=[/?#]|\z)}, 1]
    port = uri.port.nil? || written.nil? ? nil : written
    { "host" => uri.host, "port" => port }
  end,
  "IPAddr.new" => ->(text) { IPAddr.new(text).ipv6? },
  "JSON.parse" => ->(text) { [JSON.parse(text)] },
  "Time.iso8601" => ->(text) { Time.iso8601(text) },
  "DateTime.rfc3339" => ->(text) { DateTime.rfc3339(text) },
  "Time.rfc2822" => ->(text) { Time.rfc2822(text) },
  "URI::MailTo::EMAIL_REGEXP" => ->(text) { URI::MailTo::EMAIL_REGEXP.match?(text) },
}.freeze

if ARGV[1] == "--version"
  puts "Ruby #{RUBY_VERSION}"
  exit
end
parse = PARSERS.fetch(ARGV[0])
$stdin.each_line do |line|
  message = JSON.parse(line)
  text = message["text"] || [message["hex"]].pack("H*").force_encoding("UTF-8")
  begin
    parts = parse.call(text)
  rescue StandardError
    parts = nil
  end
  puts JSON.generate("match" => parts ? true : false, "parts" => parts.is_a?(Hash) ? parts : {})
  $stdout.flush
end
