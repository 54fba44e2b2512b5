-- A season of games, as `hexmeister audit` keeps it. Names and sides are those of the rosters; players' ids are nowhere.

-- Every file that was found. The path is relative to the database where it can be.
CREATE TABLE files (
    path TEXT PRIMARY KEY,
    sha TEXT NOT NULL
) WITHOUT ROWID;

-- Every log by its content, sound or not.
CREATE TABLE logs (
    sha TEXT PRIMARY KEY,         -- SHA-256 of the file
    error TEXT NOT NULL,          -- why it cannot be read, in one line; empty if it can
    copy_of TEXT NOT NULL,        -- another log with the same start and the same steps; empty if there is none
    game TEXT NOT NULL,
    module TEXT NOT NULL,         -- what the log says it was made with
    version TEXT NOT NULL,
    start TEXT NOT NULL,          -- fingerprints of the first and the last position
    "end" TEXT NOT NULL,
    steps INTEGER NOT NULL,
    trail BLOB NOT NULL,          -- for each step eight bytes: a mark of it and all before it
    names TEXT NOT NULL,          -- JSON: names in the roster
    taken INTEGER NOT NULL        -- in which way the fingerprints were taken; those of an earlier way are taken anew
) WITHOUT ROWID;

-- Every game, and under what it was judged.
CREATE TABLE games (
    id TEXT PRIMARY KEY,          -- from the first log
    pin TEXT NOT NULL,            -- logs, rules, rulings, data and module in one; as long as it is the same, nothing is judged again
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    status TEXT NOT NULL,         -- judged, or failed
    error TEXT NOT NULL,          -- why it failed, in one line
    module TEXT NOT NULL,
    module_version TEXT NOT NULL,
    module_digest TEXT NOT NULL,  -- of the module whose boards were used
    assets_digest TEXT NOT NULL,  -- of the game's data
    rules_version TEXT NOT NULL,
    rules_digest TEXT NOT NULL,   -- of the program that judged
    switches TEXT NOT NULL,       -- JSON: the settled rulings
    logs INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    actions INTEGER NOT NULL,
    legal INTEGER NOT NULL,
    inferred INTEGER NOT NULL,    -- read from the board, not declared
    illegal INTEGER NOT NULL,
    undecided INTEGER NOT NULL,
    observations INTEGER NOT NULL
) WITHOUT ROWID;

-- The logs of a game in the order in which they were played.
CREATE TABLE chain (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    place INTEGER NOT NULL,       -- from 1
    sha TEXT NOT NULL REFERENCES logs,
    name TEXT NOT NULL,           -- of the file
    PRIMARY KEY (game_id, place)
) WITHOUT ROWID;
CREATE INDEX chain_sha ON chain (sha);

-- Who sat at the table, as the rosters of the logs say.
CREATE TABLE players (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    player TEXT NOT NULL,         -- p1, p2, ...
    name TEXT NOT NULL,
    side TEXT NOT NULL,
    PRIMARY KEY (game_id, player)
) WITHOUT ROWID;

-- The figures of each side; "" holds what is nobody's.
CREATE TABLE sides (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    side TEXT NOT NULL,
    name TEXT NOT NULL,           -- of those who played it
    actions INTEGER NOT NULL,
    legal INTEGER NOT NULL,
    illegal INTEGER NOT NULL,
    undecided INTEGER NOT NULL,
    rolls INTEGER NOT NULL,       -- those that were taken back among them
    rolls_undone INTEGER NOT NULL,
    draws_undone INTEGER NOT NULL,
    restarts INTEGER NOT NULL,    -- logs that begin where another one did, in which this side acts first
    PRIMARY KEY (game_id, side)
) WITHOUT ROWID;

CREATE TABLE findings (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,       -- of the log in the chain
    step INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    side TEXT NOT NULL,
    verdict TEXT NOT NULL,        -- illegal, undecided, observation
    rule TEXT NOT NULL,
    ruling TEXT NOT NULL,
    why TEXT NOT NULL,            -- what was found, by the name that it has in every language
    text TEXT NOT NULL,           -- in English
    facts TEXT NOT NULL,          -- JSON: what the words were made of
    missing TEXT NOT NULL,
    readings TEXT NOT NULL,       -- JSON
    note INTEGER NOT NULL,        -- 1: a remark that nobody need look at
    deed INTEGER NOT NULL DEFAULT 0, -- the number of the first finding about the same deed
    PRIMARY KEY (game_id, number)
) WITHOUT ROWID;

CREATE TABLE dice (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    step INTEGER NOT NULL,
    side TEXT NOT NULL,
    dice TEXT NOT NULL,           -- the name of the button
    result TEXT NOT NULL,         -- 3,4
    undone INTEGER NOT NULL,      -- 1: taken back
    PRIMARY KEY (game_id, number)
) WITHOUT ROWID;

-- Verdicts that came out otherwise when a game was judged again, and what had changed.
CREATE TABLE changes (
    run INTEGER NOT NULL,
    game_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    log TEXT NOT NULL,
    step INTEGER NOT NULL,
    side TEXT NOT NULL,
    was TEXT NOT NULL,            -- verdict and rule before; empty if nothing was found
    now TEXT NOT NULL,
    text TEXT NOT NULL,           -- the finding in English, as it is now or was before
    because TEXT NOT NULL,
    PRIMARY KEY (run, game_id, number)
) WITHOUT ROWID;

-- What `hexmeister report` shows; each can be asked for in SQL as well.

-- Names under which somebody played who is to be called by one.
CREATE TABLE IF NOT EXISTS aliases (
    alias TEXT PRIMARY KEY,
    name TEXT NOT NULL
) WITHOUT ROWID;

-- What a director decided on a finding; it hangs on the log's content and stays when the game is judged again.
CREATE TABLE IF NOT EXISTS decisions (
    sha TEXT NOT NULL,
    step INTEGER NOT NULL,
    rule TEXT NOT NULL,
    side TEXT NOT NULL,
    decision TEXT NOT NULL,       -- accepted, waived, warned
    word TEXT NOT NULL,           -- what the director says of it
    PRIMARY KEY (sha, step, rule, side)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS logs_start ON logs (start);
CREATE INDEX IF NOT EXISTS logs_end ON logs ("end");

CREATE VIEW who AS
    SELECT game_id, side,
        coalesce((SELECT aliases.name FROM aliases WHERE alias = sides.name), nullif(name, ''), nullif(side, ''), '?')
            AS player
    FROM sides;

CREATE VIEW season_findings AS
    SELECT findings.game_id AS game, chain.name AS log, turn, findings.step AS step, findings.side AS side,
        coalesce(who.player, '?') AS player, verdict, CASE deed WHEN number THEN '' ELSE 'same' END AS deed,
        findings.rule AS rule, ruling, text, why, facts, games.game AS rulebook,
        coalesce(decision, '') AS decision, coalesce(word, '') AS word, findings.game_id || ' ' || deed AS whole
    FROM findings
    JOIN chain USING (game_id, place)
    JOIN games ON games.id = findings.game_id
    LEFT JOIN who ON who.game_id = findings.game_id AND who.side = findings.side
    LEFT JOIN decisions ON decisions.sha = chain.sha AND decisions.step = findings.step
        AND decisions.rule = findings.rule AND decisions.side = findings.side
    WHERE note = 0
    ORDER BY findings.game_id, number;

-- How many illegal deeds of a side the director waived: all that was found against each.
CREATE VIEW waived AS
    SELECT game AS game_id, side, count(*) AS waived FROM (
        SELECT game, side FROM season_findings WHERE verdict = 'illegal'
        GROUP BY game, side, whole HAVING min(decision = 'waived'))
    GROUP BY game, side;

CREATE VIEW season_standings AS
    SELECT player, count(*) AS games, sum(actions) AS actions, sum(legal) AS legal,
        sum(illegal) - sum(coalesce(waived, 0)) AS illegal, sum(coalesce(waived, 0)) AS waived,
        sum(undecided) AS undecided,
        round(100.0 * (sum(illegal) - sum(coalesce(waived, 0))) / sum(actions), 2) AS rate
    FROM sides JOIN who USING (game_id, side) LEFT JOIN waived USING (game_id, side)
    GROUP BY player HAVING sum(actions) > 0
    ORDER BY rate, sum(actions) DESC, player;

CREATE VIEW season_rules AS
    SELECT rule, sum(verdict = 'illegal') AS illegal, sum(verdict = 'undecided') AS undecided,
        count(DISTINCT game) AS games, count(DISTINCT player) AS players, rulebook
    FROM season_findings WHERE rule <> ''
    GROUP BY rulebook, rule
    ORDER BY illegal DESC, undecided DESC, rule;

CREATE VIEW season_dice AS
    SELECT player, dice, result FROM dice JOIN who USING (game_id, side)
    WHERE undone = 0
    ORDER BY game_id, number;

CREATE VIEW season_undo AS
    SELECT player, count(*) AS games, sum(rolls) AS rolls, sum(rolls_undone) AS rolls_undone,
        round(100.0 * sum(rolls_undone) / nullif(sum(rolls), 0), 2) AS rate,
        sum(draws_undone) AS draws_undone, sum(restarts) AS restarts
    FROM sides JOIN who USING (game_id, side)
    GROUP BY player HAVING sum(rolls) + sum(draws_undone) + sum(restarts) > 0
    ORDER BY sum(rolls_undone) DESC, sum(draws_undone) DESC, player;

CREATE VIEW season_changed AS
    SELECT run, game_id AS game, log, step, side, was, now, because, text FROM changes
    ORDER BY run, game_id, number;

CREATE VIEW season_games AS
    SELECT id AS game, scenario,
        (SELECT group_concat(called, ', ') FROM (
            SELECT DISTINCT coalesce(aliases.name, players.name) AS called
            FROM players LEFT JOIN aliases ON alias = players.name WHERE game_id = id ORDER BY called))
            AS players,
        logs, steps, actions, illegal, undecided, observations, status, error
    FROM games ORDER BY illegal DESC, id;

CREATE VIEW season_files AS
    SELECT path, error, coalesce((SELECT min(path) FROM files AS others WHERE others.sha = copy_of), '') AS copy_of
    FROM files JOIN logs USING (sha)
    WHERE error <> '' OR copy_of <> ''
    ORDER BY path;
