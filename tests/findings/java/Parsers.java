import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.UUID;

/** Answers for {@code abnfc conform --protocol lines}: parsers of the library of Java, by name. */
class Parsers {
    interface Parser {
        /** The answer for a text that is accepted. */
        String parse(String text) throws Exception;
    }

    static final Map<String, Parser> PARSERS = Map.of(
        "java.net.URI", Parsers::uri,
        "java.time.OffsetDateTime.parse", text -> accepted(OffsetDateTime.parse(text)),
        "java.time.Instant.parse", text -> accepted(Instant.parse(text)),
        "java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME",
        text -> accepted(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)),
        "java.util.UUID.fromString", text -> accepted(UUID.fromString(text)));

    static String accepted(Object value) {
        return "true";
    }

    static String uri(String text) throws Exception {
        URI uri = new URI(text);
        // -1 stands for an empty port, too.
        String port = uri.getPort() < 0 ? "null" : "\"" + uri.getPort() + "\"";
        String host = uri.getHost() == null ? "null" : "\"" + uri.getHost() + "\"";
        return "{\"match\": true, \"parts\": {\"host\": " + host + ", \"port\": " + port + "}}";
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            System.out.println("Java " + System.getProperty("java.version"));
            return;
        }
        Parser parser = PARSERS.get(arguments[0]);
        var lines = System.in;
        var line = new ByteArrayOutputStream();
        for (int next = lines.read(); 0 <= next; next = lines.read()) {
            if (next != '\n') {
                line.write(next);
                continue;
            }
            String answer = "false";
            try {
                answer = parser.parse(line.toString(StandardCharsets.UTF_8));
            } catch (Exception rejected) {
                // The answer is false.
            }
            System.out.println(answer);
            System.out.flush();
            line.reset();
        }
    }
}
