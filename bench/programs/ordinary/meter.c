/* Sensors are read by a thread each; the mean of all that was read is printed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SENSORS 3

struct meter {
    pthread_mutex_t lock;
    long long sum;
    int count;
};

struct sensor {
    pthread_t thread;
    struct meter *meter;
    const char *text;
};

static int meter_init(struct meter *m)
{
    m->sum = 0;
    m->count = 0;
    return pthread_mutex_init(&m->lock, NULL);
}

static void meter_add(struct meter *m, int value)
{
    pthread_mutex_lock(&m->lock);
    m->sum += value;
    m->count++;
    pthread_mutex_unlock(&m->lock);
}

static void *sensor_run(void *arg)
{
    struct sensor *s = arg;
    int value = s->text ? atoi(s->text) : 20;
    if (value < 0) {
        fprintf(stderr, "%s: negative\n", s->text);
        return NULL;
    }
    meter_add(s->meter, value);
    return NULL;
}

int main(int argc, char **argv)
{
    struct sensor *sensors = malloc(SENSORS * sizeof *sensors);
    struct meter meter;
    int started = 0;
    if (!sensors) {
        perror("malloc");
        return 1;
    }
    if (meter_init(&meter) != 0) {
        fprintf(stderr, "no lock\n");
        free(sensors);
        return 1;
    }
    for (int i = 0; i < SENSORS; i++) {
        sensors[i].meter = &meter;
        sensors[i].text = i + 1 < argc ? argv[i + 1] : NULL;
        if (pthread_create(&sensors[i].thread, NULL, sensor_run, &sensors[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(sensors[i].thread, NULL);
    if (meter.count > 0)
        printf("mean of %d: %lld\n", meter.count, (long long)meter.sum / meter.count);
    pthread_mutex_destroy(&meter.lock);
    free(sensors);
    return 0;
}
