/* Writes wherever it should not. */
#include "support.h"

void harm(void)
{
    const char *places[] = {"@HOME@", "@ETUDE_HOME@", "@ETUDE_HOME@/.state", "@WORK@", "@WORK@/tests", "@OTHER@", "/tmp", "/var/tmp", "/dev/shm"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/@TAG@-planted", places[i]);
        append(path, "planted");
    }
    append("@HOME@/.ssh/authorized_keys", "ssh-ed25519 planted\n");
    append("@HOME@/.profile", "planted\n");
    append("@HOME@/.cargo/config.toml", "# planted\n");
    append("@SESSION_FILE@", " ");
    append("@ETUDE_HOME@/config.toml", "# planted\n");
    append("@OTHER@/src/lib.rs", "// planted\n");
    append("@WORK@/tests/seats.c", "/* planted */\n");
    append("@WORK@/LESSON.md", "planted\n");
    append("@WORK@/src/seats.c", "/* planted */\n");
    append("@WORK@/README.md", "planted\n");
    /* Not opened for writing: taken away and put back changed. */
    rename("@WORK@/Makefile", "@WORK@/Makefile.old");
    append("@WORK@/Makefile", "planted");
    unlink("@WORK@/compile_commands.json");
    unlink("@SEALED@");
}
