package uploads

import (
	"context"
	"depot"
	"errors"
	"io"
	"time"
)

func again(s io.Seeker) error {
	_, err := s.Seek(0, io.SeekStart)
	return err
}

func asserted(r io.Reader) error {
	if s, ok := r.(io.Seeker); ok {
		_, err := s.Seek(0, io.SeekStart)
		return err
	}
	return errors.New("it cannot be read again")
}

func size(s io.Seeker) (int64, error) { return s.Seek(0, io.SeekEnd) }

func okRewoundByHelper(ctx context.Context, url string, from io.ReadSeeker) (err error) {
	for range 3 {
		if err := again(from); err != nil {
			return err
		}
		if err = depot.Upload(ctx, url, from); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func okRewoundAfterFailure(ctx context.Context, url string, from io.Reader) (err error) {
	for range 3 {
		if err = depot.Upload(ctx, url, from); err == nil {
			return nil
		}
		if err := asserted(from); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// How much there is to read is asked, that is all.
func measured(ctx context.Context, url string, from io.ReadSeeker) (err error) {
	for range 3 {
		if n, err := size(from); err != nil || n == 0 {
			return err
		}
		if err = depot.Upload(ctx, url, from); err == nil { // want "body"
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
