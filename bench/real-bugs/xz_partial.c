/* A worker has some input of a block, and the main thread waits for its output. */
#include "stream_decoder_mt.c"

static lzma_ret decode(void *coder, const lzma_allocator *allocator, const uint8_t *in, size_t *in_pos, size_t in_size,
                       uint8_t *out, size_t *out_pos, size_t out_size, lzma_action action)
{
    return *in_pos = in_size, LZMA_OK;
}

int main(void)
{
    static struct lzma_stream_coder coder = {.threads_max = 1};
    uint8_t text[1];
    size_t length = 0;
    mythread_mutex_init(&coder.mutex), mythread_cond_init(&coder.cond);
    if (lzma_outq_init(&coder.outq, NULL, 1) || lzma_outq_prealloc_buf(&coder.outq, NULL, 1) || get_thread(&coder, NULL)) return 1;
    coder.thr->block_decoder.code = decode, coder.thr->outbuf = lzma_outq_get_buf(&coder.outq, coder.thr);
    mythread_sync(coder.thr->mutex) coder.thr->in_filled = 1, coder.thr->state = THR_RUN;
    worker_enable_partial_update(coder.thr);
    read_output_and_wait(&coder, NULL, text, &length, 1, NULL, true, NULL, NULL);
    return 0;
}
