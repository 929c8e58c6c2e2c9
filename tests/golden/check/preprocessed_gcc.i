# 0 "golden/check/preprocessed_gcc.c"
# 0 "<built-in>"
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdatomic.h" 1 3 4
# 29 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdatomic.h" 3 4
typedef enum
  {
    memory_order_relaxed = 0,
    memory_order_seq_cst = 5
  } memory_order;
typedef _Atomic int atomic_int;
# 218 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdatomic.h" 3 4
typedef _Atomic struct
{

  _Bool __val;



} atomic_flag;
extern _Bool atomic_flag_test_and_set (volatile atomic_flag *);
# 1 "/usr/include/pthread.h" 1 3 4
extern _Float32 strtof32 (const char *__restrict __nptr, char **__restrict __endptr);
typedef unsigned long int pthread_t;
extern int pthread_create (pthread_t *__restrict __newthread, const void *__restrict __attr,
                           void *(*__start_routine) (void *), void *__restrict __arg);
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
# 5 "golden/check/preprocessed_gcc.c" 2

# 6 "golden/check/preprocessed_gcc.c"
atomic_int n;
atomic_flag busy =
# 7 "golden/check/preprocessed_gcc.c" 3 4
                  { 0 }
# 7 "golden/check/preprocessed_gcc.c"
                                  ;
int shared;

void *worker(void *arg)
{
    while (
# 12 "golden/check/preprocessed_gcc.c" 3 4
          __atomic_test_and_set ((
# 12 "golden/check/preprocessed_gcc.c"
          &busy
# 12 "golden/check/preprocessed_gcc.c" 3 4
          ), 5)
# 12 "golden/check/preprocessed_gcc.c"
                                         ) ;
    shared = 1;
    shared = 0;
    __extension__ ({ __auto_type __atomic_store_ptr = (&n); __typeof__ ((void)0, *__atomic_store_ptr) __atomic_store_tmp = (3); __atomic_store (__atomic_store_ptr, &__atomic_store_tmp, (5)); });
    __atomic_fetch_add ((&n), (1), 5);
    __atomic_clear ((&busy), 5);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, ((void *)0), worker, ((void *)0));
    while (__atomic_test_and_set ((&busy), 5)) ;
    int v = __extension__ ({ __auto_type __atomic_load_ptr = (&n); __typeof__ ((void)0, *__atomic_load_ptr) __atomic_load_tmp; __atomic_load (__atomic_load_ptr, &__atomic_load_tmp, (5)); __atomic_load_tmp; });
    ((shared == 0 && v != 3) ? (void) (0) : __assert_fail ("shared == 0 && v != 3", "preprocessed_gcc.c", 28, __extension__ __PRETTY_FUNCTION__));
    return 0;
}
