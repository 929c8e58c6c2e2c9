/* Compression is given up while a worker begins with a block, for which there is no filter. */
#include "stream_encoder_mt.c"

int main(void)
{
    static lzma_coder coder = {.threads_max = 1, .block_size = 4096, .filters = {{.id = LZMA_VLI_UNKNOWN}}};
    uint8_t text[1] = {0};
    size_t read = 0;
    pthread_mutex_init(&coder.mutex, NULL), mythread_cond_init(&coder.cond);
    coder.threads = lzma_alloc(sizeof(worker_thread), NULL);
    if (!coder.threads || lzma_outq_init(&coder.outq, NULL, 8192, 1) != LZMA_OK) return 1;
    stream_encode_in(&coder, NULL, text, &read, 1, LZMA_RUN);
    threads_end(&coder, NULL);
    return 0;
}
