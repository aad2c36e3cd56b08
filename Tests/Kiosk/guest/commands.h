// A device that is driven by commands: it listens on a socket that is named after it, runs each line, and
// answers with one byte when all lines of a connection are done.
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un command_address(const char *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "/run/input-device.%s", name);
    return address;
}

static int listen_for_commands(const char *name)
{
    struct sockaddr_un at = command_address(name);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(at.sun_path);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) == 0 && listen(listener, 8) == 0)
        return listener;
    perror(at.sun_path);
    return -1;
}

// Serves one connection. 0 when a command said that it is over: then `finish` has been called, before the
// answer.
static int serve_commands(int listener, int (*run)(char *line), void (*finish)(void))
{
    int connection = accept(listener, NULL, NULL);
    FILE *commands = fdopen(connection, "r");
    char line[512];
    int going = 1;
    while (commands && going && fgets(line, sizeof line, commands)) {
        line[strcspn(line, "\n")] = 0;
        going = run(line);
    }
    if (!going)
        finish();
    if (write(connection, "+", 1) == 1 && commands)
        fclose(commands);
    return going;
}
