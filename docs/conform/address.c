/* Answers for `abnfc conform --protocol lines`: is a text an IPv4 address for the C library? */

#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&line, &size, stdin)) > 0) {
        struct in_addr address;
        line[--length] = '\0';
        /* A string ends at its first NUL, but the text does not. */
        int is_string = strlen(line) == (size_t)length;
        puts(is_string && inet_pton(AF_INET, line, &address) == 1 ? "true" : "false");
        fflush(stdout);
    }
    free(line);
    return 0;
}
