module corp.example/shop

go 1.26
