# A built-in pack can be written out; the copy in ./packs then wins over the built-in one.
# limit-seconds: 120
$ understudy pack list
anthropic       0.1.0     built in      Anthropic 2023-06-01
deck            0.1.0     built in      Deck 2.0.0
openai          0.1.0     built in      OpenAI 2020-10-01
parcel          0.1.0     built in      Parcel 2026-05-01
stripe          0.1.0     built in      Stripe 2026-08-26.dahlia
twilio          0.1.0     built in      Twilio 2010-04-01
$ understudy pack eject parcel
wrote 22 files to packs/parcel
$ ls packs/parcel
README.md
pack.yaml
plans
resources
$ understudy pack list
anthropic       0.1.0     built in      Anthropic 2023-06-01
deck            0.1.0     built in      Deck 2.0.0
openai          0.1.0     built in      OpenAI 2020-10-01
parcel          0.1.0     ./packs       Parcel 2026-05-01
stripe          0.1.0     built in      Stripe 2026-08-26.dahlia
twilio          0.1.0     built in      Twilio 2010-04-01
$ sed -i 's/^version: 0.1.0/version: 0.1.1/' packs/parcel/pack.yaml
$ understudy pack list --format json
[
  {
    "name": "anthropic",
    "version": "0.1.0",
    "vendor": "Anthropic",
    "api": "2023-06-01",
    "loads": true,
    "place": "built in"
  },
  {
    "name": "deck",
    "version": "0.1.0",
    "vendor": "Deck",
    "api": "2.0.0",
    "loads": true,
    "place": "built in"
  },
  {
    "name": "openai",
    "version": "0.1.0",
    "vendor": "OpenAI",
    "api": "2020-10-01",
    "loads": true,
    "place": "built in"
  },
  {
    "name": "parcel",
    "version": "0.1.1",
    "vendor": "Parcel",
    "api": "2026-05-01",
    "loads": true,
    "place": "./packs",
    "path": "packs/parcel"
  },
  {
    "name": "stripe",
    "version": "0.1.0",
    "vendor": "Stripe",
    "api": "2026-08-26.dahlia",
    "loads": true,
    "place": "built in"
  },
  {
    "name": "twilio",
    "version": "0.1.0",
    "vendor": "Twilio",
    "api": "2010-04-01",
    "loads": true,
    "place": "built in"
  }
]
$ understudy pack eject parcel
? 2
! error: "packs/parcel" is there already [pack.folder_exists]
!   hint: choose another name, or remove it first
$ understudy pack eject parcle
? 2
! error: there is no pack "parcle"; looked in the binary itself [pack.not_found]
!   hint: did you mean "parcel"? `understudy pack list` shows what there is
