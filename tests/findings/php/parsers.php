<?php
// Answers for `abnfc conform --protocol json`: parsers of PHP, by name.

$parsers = [
    'parse_url' => function (string $text) {
        $url = parse_url($text);
        if ($url === false) {
            return null;
        }
        $port = isset($url['port']) ? (string) $url['port'] : null;
        return ['host' => $url['host'] ?? null, 'port' => $port];
    },
    'filter_var, FILTER_VALIDATE_URL' => fn($text) => filter_var($text, FILTER_VALIDATE_URL) === false ? null : [],
    'filter_var, FILTER_VALIDATE_EMAIL' => fn($text) => filter_var($text, FILTER_VALIDATE_EMAIL) === false ? null : [],
    'filter_var, FILTER_FLAG_IPV6' =>
        fn($text) => filter_var($text, FILTER_VALIDATE_IP, FILTER_FLAG_IPV6) === false ? null : [],
    'filter_var, FILTER_FLAG_IPV4' =>
        fn($text) => filter_var($text, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) === false ? null : [],
    'json_decode' => function ($text) {
        json_decode($text);
        return json_last_error() === JSON_ERROR_NONE ? [] : null;
    },
    'DATE_RFC3339' => fn($text) => DateTime::createFromFormat(DATE_RFC3339, $text) === false ? null : [],
];

if (isset($argv[2])) {
    echo 'PHP ', PHP_VERSION, "\n";
    exit;
}
$parse = $parsers[$argv[1]];
while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line, true);
    $text = $message['text'] ?? hex2bin($message['hex']);
    try {
        $parts = $parse($text);
    } catch (ValueError) {
        $parts = null;
    }
    $answer = ['match' => $parts !== null, 'parts' => (object) ($parts ?? [])];
    // Parts that are not UTF-8 are only of texts that are not.
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES), "\n";
    flush();
}
