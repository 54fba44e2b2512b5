"""What every game shares: position, action, ruling, sequence of play, dice and space. No game's word stands here.

**An action** (`actions`) is a frozen class, one a verb; its first field names what it is about. All that happens is a
stream of actions: what players declare (`Fire`), what they roll (`dice.Roll`: a purpose, for whom, the single dice) and
what they do to the board. A board change that is legal only where something made it due sets `follows = True`.

**A position** (`position`) is a frozen struct of plain data; a game subclasses `Position`, which brings the stack of
states of play and what is due. `position.but(field=...)` is a copy with changes that shares the rest. Positions are
equal when their data are, and `fingerprint(position)` is the same on every machine.

**The sequence of play** (`sequence`) is a table of `State`s that reads like the rulebook: who acts, what is allowed,
what ends it, which rule anything else breaks. States nest on the position's stack. A state that `lapses` is left of
itself when somebody does what only a state below allows (a window for reactions nobody used).

**What is due** (`obligations`) is a `Due`: the rule it comes from, the permitted continuations (templates: an empty
field asks for nothing), and until when: at once, or before a named state is left. Effects add dues with
`position.owing(Due(...))`; doing one of the options takes it off. Doing anything else first, or something else to the
same piece, or a `follows` action that nothing made due, is what the referee calls a wrong outcome. An option needs no
place in the sequence: what is due may always be done. A due with `must=False` is a permission: it lapses unsaid. Where
a disputed rule makes it due, `switches.as_we_read("AMB-36", due, *what the other reading wants)` gives the due as it is
settled, or doubtful; `as_others_read` gives what only the other reading wants.

**A rule** stands in the game's `ledger.yaml` (`rulebook`). Two decorators tie code to it, both refuse an id that is not
in the ledger, and `Rulebook.enforced_by(id)` tells where it is enforced:

    @rule("XYZ-4.2d", on=Fire)              # a check: looks at a case, returns findings or None
    def adjacent_enemy(case):
        '''While an enemy unit is adjacent the range is one hex.'''
        return broken("range.adjacent", range=1, distance=case.distance) if ... else None

    @outcome("XYZ-8.3b")                    # computes what the rule makes due or true
    def neutralised(...): ...

A check returns `broken(why, **facts)`, `unknown(missing)`, `noted(why)`, several of them (it may be a generator), or
None; it gets its first id unless the finding names another. `why` is a key of the game's message catalogue
(`messages`), which holds the words in each language. What no program can judge carries `human: <reason>` in the ledger.

**A disputed rule** (`switches`) has one language. `switches.doubtful("AMB-08", broken(...))`: wrong as we read it, in
order by the other reading; unsettled it is `Undecided`, names the ruling and says what each reading comes to.
`tolerated`: in order as we read it, and let pass until players settle the other reading. `disputed`: in order as we
read it, but not surely: undecided. `among(id, {reading: finding, ...})` is for readings that find different things.
`read_otherwise(id)` is true once another reading than ours is settled; `taken(id)` is the one on which play goes on. A
number that several readings give is `allowed.allow(switches, ours, also=..., doubtful=...)`; it judges what was told.

**The referee** (`referee`) brings it together: `step(position, action) -> (position, ruling)`. It plays illegal actions
too: after a mistake the board is as the players left it, and a due thing that was missed is said once. An effect
(`Effects.on(Verb)`) is one function a verb, from a case to the position after it.

**Space** (`space`) is one protocol (measure, neighbours, reach, sight) for `hexes`, `squares` and the free `table`.
What it is asked it answers with yes, no, or open (`answers`); `unless(answer, broken(...), "line")` is a finding that
is illegal on a certain no only. Grids are exact: whole numbers only, a line along a side of hexes names the pair
beside it (`lattice`, `sight`), on squares a slice that is blocked in part is open, on the table what lies within its
slack. Reach (`reach`) is a search in buckets with the game's whole-number costs; choose a unit in which no cost is a
fraction.
"""
