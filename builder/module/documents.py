"""What players can read in the module: the splash, the help, the digest of the rules, the charts."""

from __future__ import annotations

from builder.charts import AID, ANATOMY, KEY, page_name, plan, sheet_name, sheets
from builder.charts.table import tables
from builder.module.options import Making
from builder.splash import NAME as SPLASH
from builder.traits.basics import key
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

HELP, SCENARIOS, RULES = "help.html", "scenarios.html", "rules.html"
FOLDED = "help/"
"""Where the engine looks for pages that it opens in the browser: archives in the archive."""


def documentation(making: Making) -> Component:
    """The help menu."""
    language = making.language
    title = f"{word('about', language)} {making.game.info.title[language]}"
    return component(
        "Documentation",
        component("AboutScreen", fileName=SPLASH, title=title),
        component("HelpFile", fileName=HELP, fileType="archive", title=word("help", language), vassalDoc="user"),
        *((_told(language),) if making.game.scenarios else ()),
        *(_digest(language) if making.options.ledger else ()),
    )


def _told(language: str) -> Component:
    """What the scenarios say."""
    title = word("scenarios", language)
    return component("HelpFile", fileName=SCENARIOS, fileType="archive", title=title, vassalDoc="user")


def _digest(language: str) -> tuple[Component, Component]:
    """The rules, once in VASSAL's own window and once in the browser."""
    return (
        component("HelpFile", fileName=RULES, fileType="archive", title=word("rules", language), vassalDoc="user"),
        component("BrowserHelpFile", title=word("search", language), startingPage=RULES),
    )


def folded_rules(language: str) -> str:
    """Where the digest for the browser lies: the engine looks for it by its title."""
    return FOLDED + word("search", language).replace(" ", "_")


def charts(making: Making) -> Component:
    """The window of charts: a tab for each sheet, one for the markers and the counters, each chart as a page."""
    game, language = making.game, making.language
    shown = tables(game, making.style)
    drawn = {job.name for job in plan(game, making.style)}
    plates = {ANATOMY: "counter", KEY: "markers", AID: "aid"} if game.charts else {ANATOMY: "counter"}
    tabs = []
    for sheet, names in sheets(game).items():
        pages = [component("HtmlChart", chartName=shown[name].title, fileName=page_name(name)) for name in names]
        picture = component("Chart", chartName=game.charts[names[0]].title[language], fileName=sheet_name(sheet))
        tabs.append(component("TabWidget", picture, *pages, entryName=shown[names[0]].title))
    tabs.append(
        component(
            "TabWidget",
            *(
                component("Chart", chartName=word(name, language), fileName=file)
                for file, name in plates.items()
                if file in drawn
            ),
            entryName=word("pieces", language),
        )
    )
    return component(
        "ChartWindow",
        component("TabWidget", *tabs, entryName=word("charts", language)),
        name=word("charts", language),
        text="",
        tooltip=word("charts", language),
        icon="charts.png",
        hotkey=key("Alt A"),
    )


def notes(making: Making) -> Component:
    """Notes of the players, open and private."""
    tip = word("notes", making.language)
    return component("NotesWindow", buttonText="", tooltip=tip, icon="notes.png", hotkey="")
