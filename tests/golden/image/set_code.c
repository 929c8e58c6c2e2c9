/* The bounds of a section with code are refused. */
#include <assert.h>

extern char __start_hot[], __stop_hot[];
__attribute__((section("hot"), used)) static void work(void) {}

int main(void)
{
    work();
    assert(__stop_hot != __start_hot);
}
