# What serve refuses, before any port is opened.
$ understudy serve parcle
? 2
! error: there is no pack "parcle"; looked in packs/, the binary itself [pack.not_found]
!   hint: did you mean "parcel"? `understudy pack list` shows what there is
$ understudy serve parcel@9.9.9
? 2
! error: there is no pack "parcel@9.9.9"; looked in every place where packs are kept [pack.not_found]
!   hint: did you mean "parcel@0.1.0"? `understudy pack list` shows what there is
$ understudy serve ./nowhere
? 2
! error: "./nowhere" has no pack.yaml [pack.missing_file]
!   hint: a pack is a folder with a pack.yaml; `understudy pack new NAME` makes one
$ understudy serve missing.yaml
? 2
! missing.yaml: error: cannot read "missing.yaml": No such file or directory [app.cannot_read]
$ understudy serve
? 2
! error: serve needs PACK (a pack by name (name@version), its folder, or an OpenAPI document) [app.missing_argument]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel parcel --port 0
? 2
! error: the pack "parcel" is named twice [serve.pack_twice]
!   hint: --workers gives several worlds of one pack
$ understudy serve parcel --key short
? 2
! error: this key cannot be used: it has only 5 characters [serve.bad_key]
!   hint: a key has at least 16 printable characters and no spaces
$ understudy serve parcel --workers 0
? 2
! error: --workers is a number from 1 to 1000, not "0" [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel --port 70000
? 2
! error: --port is a number from 0 to 65535, not "70000" [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel --t0 yesterday
? 2
! error: --t0 is an instant as 2025-01-01T00:00:00Z, not "yesterday" [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel --t0 now
? 2
! error: a frozen world cannot begin `now` [serve.now_needs_ticking]
!   hint: give it an instant, or a ticking clock
$ understudy serve parcel --rng-seed x
? 2
! error: --rng-seed is a number from 0 to 18446744073709551615, not "x" [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel --clock stopped
? 2
! error: --clock cannot be "stopped"; it is one of: frozen, ticking [app.bad_value]
$ understudy serve parcel --listen example.test --port 0 --ca-folder ca
? 2
! error: "example.test:0" is not an address to listen on: the host is neither localhost nor an IP address [io.bad_address]
!   hint: as in 127.0.0.1:8080, [::1]:0 or unix:/tmp/understudy.sock
$ understudy serve parcel --listen 127.0.0.1:80
? 2
! error: --listen is a host without port, not "127.0.0.1:80"; the port is --port [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ mkdir -p packs/linked && touch packs/linked/pack.yaml && ln -s /etc/hostname packs/linked/secret.yaml
$ understudy serve linked
? 2
! error: "secret.yaml" leads out of the pack's folder [pack.outside_folder]
!   hint: a pack reads its own files only

-- README.md --
Nothing here is a pack.
