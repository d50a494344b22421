# expect: it cannot be imported: SystemExit: 3
raise SystemExit(3)
