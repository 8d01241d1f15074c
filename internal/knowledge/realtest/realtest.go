// Package realtest compares the tables of knowledge with the real libraries.
package realtest
