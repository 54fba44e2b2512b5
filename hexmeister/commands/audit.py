"""`hexmeister audit`: judge a season of logs and keep what was found in a database."""

import errno
import os
from contextlib import closing
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import Any

import click

from hexmeister.exits import Exit
from hexmeister.frame import Whole, as_json, command, option
from hexmeister.frame import argument as positional
from hexmeister.language import N_
from hexmeister.options import judged
from hexmeister.screen import Screen


@command(
    N_("Judge many logs: they are chained into games, judged in parallel, and kept in a database."),
    epilog=N_(
        "Folders are searched for logs. What is in the database already is judged again only if its logs, the rules "
        "or the rulings changed; a run that was stopped goes on where it was. The program ends with 0 if nothing "
        "illegal was found, with 1 if something was or if a file cannot be judged."
    ),
)
@positional("places", metavar=N_("PLACE..."), nargs=-1, type=str)
@option(
    "--db",
    type=click.Path(path_type=Path, dir_okay=False),
    default="audit.sqlite",
    show_default=True,
    metavar=N_("DB"),
    help=N_("The database."),
)
@option("--jobs", type=Whole(min=1), metavar=N_("N"), help=N_("So many logs at once; else one a core."))
@option(
    "--cluster",
    metavar=N_("ADDRESS"),
    help=N_("Work on the Dask cluster whose scheduler answers there (tcp://…) instead of on this machine."),
)
@option(
    "--html",
    type=click.Path(path_type=Path, file_okay=False),
    metavar=N_("FOLDER"),
    help=N_("Write the season as a site into this folder: index, players, games, rules, dice, all evidence."),
)
@option(
    "--aliases",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar=N_("FILE"),
    help=N_("Who played under which names: a line each, NAME = ALIAS, ALIAS; it holds until another file is given."),
)
@option("--again", is_flag=True, help=N_("Judge all of it again and show which verdicts changed."))
@judged
@as_json
def audit(screen: Screen, places: tuple[str, ...], **wish: Any) -> Exit:
    """Read what is new, judge it, tell what was done."""
    from hexmeister.shown import season as view
    from rules.audit.season.places import is_address, logs_in, place_of
    from rules.audit.season.run import Run, check_rulings
    from rules.audit.season.store import Store

    bench = bench_of(wish)
    check_rulings(bench.settled)
    paths = logs_in(place_of(each) for each in places)
    closed = _closed(places)
    if not paths and closed:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), closed[0])
    if paths and not any(is_address(str(path)) or path.exists() for path in paths):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(paths[0]))
    if not paths and not wish["again"]:
        raise click.UsageError(_("there is no log to judge: name files or folders, or --again"))
    with closing(_workers(wish)) as workers, Store.open(wish["db"], new=True) as store:
        aliases = _aliases(wish["aliases"]) if wish["aliases"] else {}
        if wish["aliases"]:
            store.call(aliases)
        run = Run(store, bench, workers, given_of(wish["module"]))
        with screen.progress(_("reading the logs")) as advance:
            run.read(paths, advance, again=wish["again"])
        with screen.progress(_("judging the games")) as advance:
            tally = run.judge(advance, again=wish["again"])
        for each in _unknown(store, aliases):
            screen.remark(_("nobody plays as {name}: an alias is a name of the roster").format(name=each))
        told = view.of_run(store, tally)
        told["unreadable"] += [{"file": name, "error": os.strerror(errno.EACCES)} for name in closed]
        if wish["as_json"]:
            screen.data(told)
        else:
            view.tell_run(screen, store, told, again=wish["again"])
        if wish["html"]:
            _site(screen, store, bench, wish)
    return Exit.FINDINGS if told["illegal"] or told["unreadable"] or told["failed"] else Exit.FINE


def _unknown(store: Any, aliases: dict[str, str]) -> list[str]:
    """Return the aliases that nobody bears."""
    borne = {row["name"] for row in store.rows("SELECT DISTINCT name FROM players")}
    return [alias for alias in aliases if alias not in borne]


def _aliases(path: Path) -> dict[str, str]:
    """Return by what name each alias goes, as a file says; what follows a # is a remark."""
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, aliases = line.partition("#")[0].partition("=")
        if equals:
            found |= {alias.strip(): name.strip() for alias in aliases.split(",") if alias.strip()}
        elif name.strip():
            raise click.BadParameter(
                _("{line}: expected NAME = ALIAS, ALIAS").format(line=line), param_hint="--aliases"
            )
    return found


def _site(screen: Screen, store: Any, bench: Any, wish: dict[str, Any]) -> None:
    """Write the season as a site, each game with its evidence; what has not changed since it was drawn stays."""
    from hexmeister.shown.site import Evidence, Site

    site = Site(store, wish["html"])
    with screen.progress(_("writing the site")) as advance:
        drawn = site.write(Evidence.of(store, bench, wish["module"]), _jobs(wish), advance)
    said = ngettext("{count} game of {all} drawn anew", "{count} games of {all} drawn anew", drawn)
    screen.remark(f"{wish['html'] / 'index.html'}: {_('written')}; {said.format(count=drawn, all=len(site.games))}")


def _closed(places: tuple[str, ...]) -> list[str]:
    """Return the folders into which nobody may look; what lies in them is missing, and that must be told."""
    found: list[OSError] = []
    for place in places:
        for _folder in os.walk(place, onerror=found.append):
            continue
    return [str(each.filename) for each in found if isinstance(each, PermissionError)]


def _workers(wish: dict[str, Any]) -> Any:
    """Return who does the work: a cluster if one is named, else processes of this machine."""
    from rules.audit.season.workers import Cluster, Processes

    return Cluster(wish["cluster"]) if wish["cluster"] else Processes(_jobs(wish))


def _jobs(wish: dict[str, Any]) -> int:
    return wish["jobs"] or os.cpu_count() or 1


def bench_of(wish: dict[str, Any]) -> Any:
    """Return how logs are read and judged, as the options wish."""
    from functools import partial

    from hexmeister.files import settled
    from rules.audit.games import game_of
    from rules.audit.season.logs import Bench
    from rules.audit.season.overlays import Overlay

    given, laid, game = wish.get("module"), wish.get("overlay"), wish.get("game") or ""
    modules = partial(_module_of, given=given) if given else _module_of
    rulings = (*settled(wish.get("file")), *wish.get("rulings", ()))
    return Bench(modules, rulings, game, Overlay.of(laid, [game_of(game).id] if game else ()) if laid else None)


def _module_of(save: Any, game: str, given: Path | None = None) -> Any:
    """Return the module of a log; what does not fit says nothing of the log, which the next run reads again."""
    from hexmeister.chains import Mixed
    from hexmeister.modules import module_of

    try:
        return module_of(save, game, given)
    except Mixed as error:
        raise OSError(errno.EINVAL, error.what) from None


def given_of(module: Path | None) -> str:
    """Return the digest of the module that was given; nothing if none was."""
    from rules.audit.season.places import sha_of

    return sha_of(module) if module else ""
