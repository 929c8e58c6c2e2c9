/* A block that is not valid arrives in two parts: the second one is copied while the worker has the first. */
#include "stream_decoder_mt.c"

static lzma_ret decode(void *coder, const lzma_allocator *allocator, const uint8_t *in, size_t *in_pos, size_t in_size,
                       uint8_t *out, size_t *out_pos, size_t out_size, lzma_action action)
{
    return LZMA_DATA_ERROR;
}

int main(void)
{
    static struct lzma_stream_coder coder = {.threads_max = 1};
    static const uint8_t file[2] = {2, 0};
    size_t read = 1, filled = 1;
    mythread_mutex_init(&coder.mutex), mythread_cond_init(&coder.cond);
    if (lzma_outq_init(&coder.outq, NULL, 1) || lzma_outq_prealloc_buf(&coder.outq, NULL, 1) || get_thread(&coder, NULL)) return 1;
    coder.thr->block_decoder.code = decode, coder.thr->outbuf = lzma_outq_get_buf(&coder.outq, coder.thr);
    if ((coder.thr->in = lzma_alloc(coder.thr->in_size = 2, NULL)) == NULL) return 1;
    mythread_sync(coder.thr->mutex) coder.thr->in_filled = 1, coder.thr->state = THR_RUN;
    lzma_bufcpy(file, &read, 2, coder.thr->in, &filled, 2);
    return 0;
}
