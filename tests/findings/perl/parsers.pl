# Answers for `abnfc conform --protocol json`: parsers of Perl, by name.
use strict;
use warnings;
use JSON::PP;

my %parsers = (
    # `URI->new` accepts every text and escapes what a URI may not contain, so the text must stay as it is.
    'URI' => sub {
        my ($text) = @_;
        require URI;
        return URI->new($text)->as_string eq $text;
    },
    'JSON::PP' => sub { JSON::PP->new->allow_nonref->utf8->decode($_[0]); return 1 },
);

my ($name, $option) = @ARGV;
if ($option) {
    if ($name eq 'URI') { require URI; print "$URI::VERSION\n" }
    else                { print "$JSON::PP::VERSION\n" }
    exit;
}
$| = 1;
my $json = JSON::PP->new->utf8;
while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my $text = defined $message->{text} ? $message->{text} : pack('H*', $message->{hex});
    utf8::encode($text) if defined $message->{text};
    print eval { $parsers{$name}->($text) } ? "true\n" : "false\n";
}
