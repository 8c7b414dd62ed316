# What the tests give Dockerfile in place of the two images that it begins from: they are made of Debian's packages and of the Node
# and npm of this machine, because tests have no registry of images.
FROM scratch AS debian
ADD debian.tar /

# Beside Node it has the program that reads compose.yaml.
FROM debian AS node
RUN apt-get update \
    && apt-get install --yes --no-install-recommends docker-compose \
    && rm -rf /var/lib/apt/lists/*
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc ca.pem /usr/local/etc/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
# What this machine trusts, which a company's own registry may need.
ENV NODE_EXTRA_CA_CERTS=/usr/local/etc/ca.pem
