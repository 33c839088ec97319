/* Plants what etude, or the next build, might follow. */
#include "support.h"

static void plant(const char *target, const char *place)
{
    unlink(place);
    if (symlink(target, place) != 0)
        errno = 0;
}

void harm(void)
{
    if (link("@OUT@/linked.txt", BUILD "/loot-linked") != 0)
        errno = 0;
    append(BUILD "/loot-linked", "planted");
    plant("@OUT@", BUILD "/loot-folder");
    append(BUILD "/loot-folder/through.txt", "planted");
    /* Where make and etude look next time. */
    plant("@OUT@/decoy.txt", BUILD "/settings.mk");
    plant("@OUT@/decoy.txt", BUILD "/linked.mk");
    plant("@OUT@/decoy.txt", BUILD "/probe.c");
    plant("@OUT@/decoy.txt", BUILD "/tests.new");
    plant("@OUT@/decoy.txt", BUILD "/objects/src/harm.o.new");
    plant("@OUT@/decoy.txt", BUILD "/objects/src/seats.o.said");
    mkfifo(BUILD "/probe", 0644);
    if (rename(BUILD "/objects", BUILD "/loot-objects") == 0)
        plant("@OUT@/folder", BUILD "/objects");
    if (rename(BUILD, "@WORK@/moved") == 0) {
        plant("@OUT@/folder", BUILD);
        append("@OUT@/moved.txt", "the build folder was moved");
    }
}
