/* Reads whatever it should not. */
#include "support.h"
#include <dirent.h>

void harm(void)
{
    steal("ssh", "@HOME@/.ssh/id_ed25519");
    steal("codex", "@HOME@/.codex/auth.json");
    steal("notes", "@HOME@/notes.txt");
    steal("cargo", "@HOME@/.cargo/credentials.toml");
    steal("settings", "@ETUDE_HOME@/config.toml");
    steal("session", "@SESSION_FILE@");
    steal("sealed", "@SEALED@");
    steal("other", "@OTHER@/notes.txt");
    steal("outside", "@OUT@/decoy.txt");
    DIR *home = opendir("@HOME@");
    for (struct dirent *entry; home && (entry = readdir(home));) {
        loot("names", entry->d_name, strlen(entry->d_name));
        loot("names", "\n", 1);
    }
    if (home)
        closedir(home);
}
