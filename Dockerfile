# An image that serves packs: the release binary on a slim Debian, as an unprivileged user.
#
#     ./dev package
#     docker build -t understudy .
#     docker run --rm -p 8801:8801 understudy serve parcel --port 8801 --listen 0.0.0.0
FROM debian:12-slim
ARG VERSION=0.1.0
COPY dist/understudy-${VERSION}-linux-x86_64.deb /tmp/understudy.deb
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates /tmp/understudy.deb \
    && rm -rf /tmp/understudy.deb /var/lib/apt/lists/* \
    && useradd --create-home --home-dir /srv/understudy understudy
USER understudy
WORKDIR /srv/understudy
EXPOSE 8801
ENTRYPOINT ["understudy"]
CMD ["serve", "parcel", "--port", "8801", "--listen", "0.0.0.0"]
