# The nginx that takes the streams of encoders, for the profile `rtmp` of compose.yaml, with nginx-rtmp.conf unchanged.
ARG BASE_IMAGE=docker.io/library/debian:13.2-slim
FROM ${BASE_IMAGE}
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libnginx-mod-rtmp nginx-light \
    && rm -rf /var/lib/apt/lists/* \
    && ln -sf /dev/stderr /var/log/nginx/rtmp-error.log \
    && ln -sf /dev/stderr /var/log/nginx/error.log \
    && install -d -o www-data -g www-data /var/lib/lightstick-rtmp/hls
# The one replica that it asks is the container of the server. Its port is known at the start.
RUN ln -s /tmp/lightstick-replicas.conf /etc/nginx/lightstick-replicas.conf
COPY nginx-rtmp.conf /etc/nginx/nginx-rtmp.conf
USER www-data
EXPOSE 1935
HEALTHCHECK --interval=10s --timeout=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/1935"]
ENTRYPOINT ["/bin/sh", "-c", "echo \"server lightstick:${PORT:-3000};\" >/tmp/lightstick-replicas.conf \
    && exec nginx -c /etc/nginx/nginx-rtmp.conf -g 'daemon off;'"]
