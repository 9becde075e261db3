# A billion laughs: aliases are counted before they are expanded.
# limit-memory: 512M
$ understudy diff laughs.yaml laughs.yaml
? 2
! laughs.yaml:7:36: error: the aliases of this file stand for more than 5,000,000 values [yaml.alias_nodes]
!     g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f]
!                                        ^~
!   hint: write the values out, or use fewer aliases of aliases

-- laughs.yaml --
a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]
f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e]
g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f]
h: &h [*g, *g, *g, *g, *g, *g, *g, *g, *g]
i: &i [*h, *h, *h, *h, *h, *h, *h, *h, *h]
