//go:build race

package storm

const raceDetector = true
