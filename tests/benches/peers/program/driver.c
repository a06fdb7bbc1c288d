/* Reads the file of texts that its argument names. For each `v` of its input, it prints a digit for each
   text, and for each `p`, the nanoseconds that all texts took. Texts are contiguous; a zero byte follows each. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Always called through a pointer, as the functions of other contestants. */
static int (*volatile chosen)(const unsigned char *, size_t) = matches;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    uint64_t head[2]; /* the number of texts, and of bytes with the zeros */
    if (!file || fread(head, sizeof head, 1, file) != 1) return 1;
    uint64_t *lengths = malloc((head[0] + 1) * sizeof *lengths);
    unsigned char *bytes = malloc(head[1] + 1);
    if (!lengths || !bytes || fread(lengths, sizeof *lengths, head[0], file) != head[0]) return 1;
    if (fread(bytes, 1, head[1], file) != head[1]) return 1;
    for (int command; (command = getchar()) != EOF;) {
        int (*run)(const unsigned char *, size_t) = chosen;
        const unsigned char *text = bytes;
        if (command == 'v') {
            for (uint64_t i = 0; i < head[0]; text += lengths[i++] + 1)
                putchar(run(text, lengths[i]) ? '1' : '0');
            putchar('\n');
        } else if (command == 'p') {
            volatile uint64_t accepted;
            uint64_t sum = 0, start = now();
            for (uint64_t i = 0; i < head[0]; text += lengths[i++] + 1)
                sum += run(text, lengths[i]) ? 1 : 0;
            uint64_t end = now();
            accepted = sum;
            (void)accepted;
            printf("%llu\n", (unsigned long long)(end - start));
        }
        fflush(stdout);
    }
    return 0;
}
