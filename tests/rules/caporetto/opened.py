"""Logs that begin with the set-up which the module brings ready to play."""

from __future__ import annotations

from builder.build import lock_of, saved_at
from builder.plan import plan
from builder.setups import save_of
from rules.audit.games import games
from rules.audit.report import Audit
from rules.audit.scribe import Scribe
from rules.caporetto.game import referee
from rules.engine.actions import Action
from tests.rules.caporetto.field import SWITCHES, Field, battle
from tests.rules.shared.workshop import workshop_of
from vassal import savefile


def audited_from_the_module(field: Field, *done: Action) -> list[tuple[str, str]]:
    """What is told of a log of these actions: the module lays its set-up out, as it stands on the field."""
    name = field.scenario
    workshop, at, judge = workshop_of("caporetto"), field.position(), referee(battle(name), SWITCHES)
    planned = plan(workshop.game, None, lock_of(workshop.game))
    scenario, saved = workshop.game.scenarios[name], saved_at(planned.making)
    ready = savefile.read(save_of(planned.making, planned.root, scenario, ready=True, saved=saved))
    scribe, writer = Scribe(workshop.game, workshop.module, ready), workshop.writer(name)
    writer.foresee(done)
    for action in done:
        scribe.write(writer.entries(at, action))
        at = judge.play(at, action)
    report = Audit(games()["caporetto"], workshop.door).run([("log", savefile.read(savefile.encode(scribe.log())))])
    return [(each.rule, each.verdict) for each in report.findings if not each.note]
