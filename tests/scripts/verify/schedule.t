# How verify is run daily: by cron, by systemd, by GitHub Actions. Nothing else is done.
$ understudy verify --schedule | grep 'understudy verify' | sed "s#$PWD#PLACE#; s/^[0-9]* [2-5] /M H /"
M H * * * cd 'PLACE' && understudy verify
Description=understudy verify
ExecStart=/usr/bin/env understudy verify
Description=daily: understudy verify
      - run: understudy verify

-- understudy.yaml --
services: {stock: }
