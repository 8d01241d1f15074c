// Package nextelement works off lists: what fails is told, and the next round is
// about the next element.
package nextelement

import "context"

// Job is something to do, one of a chain.
type Job struct {
	Owner string
	Next  *Job
}

// Runner is a remote service.
type Runner interface {
	Run(ctx context.Context, j *Job) error
	GetJob(ctx context.Context) (*Job, error)
	Start(ctx context.Context, j *Job) (string, error)
}

type pool struct {
	queue chan *Job
	held  map[string][]*Job
	run   Runner
	log   func(error)
}

func (p *pool) nopeRestOfOwner(ctx context.Context) {
	for j := range p.queue {
		for j != nil {
			if err := p.run.Run(ctx, j); err != nil {
				p.log(err)
			}
			rest := p.held[j.Owner]
			if len(rest) == 0 {
				delete(p.held, j.Owner)
				j = nil
			} else {
				j = rest[0]
				p.held[j.Owner] = rest[1:]
			}
		}
	}
}

func (p *pool) nopeChain(ctx context.Context, first *Job) {
	for j := first; j != nil; j = j.Next {
		if err := p.run.Run(ctx, j); err != nil {
			p.log(err)
		}
	}
}

// The job that is asked for is whichever is next.
func (p *pool) nopeAsksForNext(ctx context.Context) (string, error) {
	for {
		j, err := p.run.GetJob(ctx)
		if err != nil {
			return "", err
		}
		id, err := p.run.Start(ctx, j)
		if err != nil {
			p.log(err)
			continue
		}
		return id, nil
	}
}

// The same job is run again.
func (p *pool) yesSame(ctx context.Context) {
	for j := range p.queue {
		for j != nil { // want `Run is tried again at once.*unboundedretry/hot`
			if err := p.run.Run(ctx, j); err != nil {
				p.log(err)
				continue
			}
			j = nil
		}
	}
}

func (p *pool) dial(name string) Runner { return p.run }

// What is new is the way to it, not the job.
func (p *pool) yesNewConnection(ctx context.Context, j *Job) {
	r := p.run
	for { // want `Run is tried again at once.*unboundedretry/hot`
		err := r.Run(ctx, j)
		if err == nil {
			return
		}
		p.log(err)
		r = p.dial(j.Owner)
	}
}

// Request is what a maker is sent.
type Request struct {
	Zone string
	Size int
}

// Maker is a remote service.
type Maker interface {
	Make(ctx context.Context, r *Request) error
}

// Another zone is asked each time.
func nopeZones(ctx context.Context, m Maker, zones []string) error {
	r := &Request{Size: 3}
	var err error
	for _, zone := range zones {
		r.Zone = zone
		if err = m.Make(ctx, r); err == nil {
			return nil
		}
	}
	return err
}

// What changes is not taken from the list.
func yesSameZone(ctx context.Context, m Maker, zones []string) error {
	r := &Request{Zone: zones[0]}
	for { // want `Make is tried again at once.*unboundedretry/hot`
		r.Size = len(zones)
		if err := m.Make(ctx, r); err == nil {
			return nil
		}
	}
}

// Ports are the ports that are left.
type Ports interface {
	PopAny() (int, bool)
}

type allocator struct {
	left Ports
	open func(port int) error
}

func (a *allocator) oneLeft() int {
	port, _ := a.left.PopAny()
	return port
}

func (a *allocator) nopePorts() int {
	for range 20 {
		port := a.oneLeft()
		if err := a.open(port); err == nil {
			return port
		}
	}
	return 0
}

func (a *allocator) yesOnePort() int {
	port := a.oneLeft()
	for range 20 { // want `open is tried again at once.*unboundedretry/hot`
		if err := a.open(port); err == nil {
			return port
		}
	}
	return 0
}
