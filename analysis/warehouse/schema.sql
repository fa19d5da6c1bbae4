-- The warehouse: what was printed (raw), what was played (core), what it comes to (out).
-- The tables of one system's logs and results, and those of each printed table, are added by analysis/warehouse/load.py
-- from the system's and the table's own descriptions. Every table and column has a comment; a test says when one lacks it.

CREATE SCHEMA raw;
CREATE SCHEMA core;
CREATE SCHEMA out;

CREATE TABLE core.built_table (schema_name VARCHAR, table_name VARCHAR);
COMMENT ON TABLE core.built_table IS 'the tables Kessel builds; any other table found in an old warehouse is its user''s and is carried over';
COMMENT ON COLUMN core.built_table.schema_name IS 'schema';
COMMENT ON COLUMN core.built_table.table_name IS 'table';

CREATE TABLE core.built_from (part VARCHAR, fingerprint VARCHAR);
COMMENT ON TABLE core.built_from IS 'what the file was built from: the house itself under an empty name, then each study whose run is loaded; kessel run loads what differs';
COMMENT ON COLUMN core.built_from.part IS 'id of the study; empty for code, number files and DuckDB';
COMMENT ON COLUMN core.built_from.fingerprint IS 'digest; empty where a game was left out, so that the next build starts anew; not part of the content hash';

CREATE TABLE core.game (game VARCHAR, title VARCHAR, edition VARCHAR, version INTEGER, first_side VARCHAR, second_side VARCHAR);
COMMENT ON TABLE core.game IS 'the games, one row each';
COMMENT ON COLUMN core.game.game IS 'id of the game, the name of its folder';
COMMENT ON COLUMN core.game.title IS 'title as published';
COMMENT ON COLUMN core.game.edition IS 'publisher and edition';
COMMENT ON COLUMN core.game.version IS 'version of our rules: goes up exactly when some outcome can change';
COMMENT ON COLUMN core.game.first_side IS 'first side; vp_margin is its points minus the second side''s';
COMMENT ON COLUMN core.game.second_side IS 'second side';

CREATE TABLE core.source_table (game VARCHAR, table_name VARCHAR, kind VARCHAR, title VARCHAR, basis VARCHAR, document VARCHAR, section VARCHAR, rules VARCHAR, evidence VARCHAR, sha256 VARCHAR);
COMMENT ON TABLE core.source_table IS 'every number file under data/raw: where its numbers come from';
COMMENT ON COLUMN core.source_table.game IS 'id of the game';
COMMENT ON COLUMN core.source_table.table_name IS 'file without its ending, such as crt or map/map_hexes; raw.<game>_<table_name> mirrors it, dots and slashes as underscores';
COMMENT ON COLUMN core.source_table.kind IS 'grid (laid out as on the page) or list (one record a row)';
COMMENT ON COLUMN core.source_table.title IS 'title';
COMMENT ON COLUMN core.source_table.basis IS 'rulebook, inferred, published or assumed';
COMMENT ON COLUMN core.source_table.document IS 'document, a key of the game''s source.toml';
COMMENT ON COLUMN core.source_table.section IS 'place in the document';
COMMENT ON COLUMN core.source_table.rules IS 'rules that use it';
COMMENT ON COLUMN core.source_table.evidence IS 'how we know, or why we guess; empty for what is printed';
COMMENT ON COLUMN core.source_table.sha256 IS 'checksum of the file';

CREATE TABLE core.table_cell (game VARCHAR, table_name VARCHAR, row_key VARCHAR, column_name VARCHAR, value VARCHAR, basis VARCHAR);
COMMENT ON TABLE core.table_cell IS 'every cell of every table as the rules use it: after errata, and filled from weaker sources where the print is missing';
COMMENT ON COLUMN core.table_cell.game IS 'id of the game';
COMMENT ON COLUMN core.table_cell.table_name IS 'table';
COMMENT ON COLUMN core.table_cell.row_key IS 'row label, or the record''s key';
COMMENT ON COLUMN core.table_cell.column_name IS 'column label, or the record''s field';
COMMENT ON COLUMN core.table_cell.value IS 'the cell; ? is missing';
COMMENT ON COLUMN core.table_cell.basis IS 'rulebook, inferred, published, assumed or missing';

CREATE TABLE core.run (run_id VARCHAR, study VARCHAR, question VARCHAR, game VARCHAR, game_version INTEGER, system VARCHAR, seed UBIGINT, games_per_cell UINTEGER, n_cells USMALLINT, n_games UINTEGER, block_size UINTEGER, code_digest VARCHAR, tables_digest VARCHAR, numpy_version VARCHAR, command VARCHAR, commit_id VARCHAR, finished_at TIMESTAMP);
COMMENT ON TABLE core.run IS 'the newest run of each study: what was played, from what, and the command that plays it again';
COMMENT ON COLUMN core.run.run_id IS 'digest of everything that can change a bit of the run';
COMMENT ON COLUMN core.run.study IS 'id of the study';
COMMENT ON COLUMN core.run.question IS 'the question it puts';
COMMENT ON COLUMN core.run.game IS 'id of the game';
COMMENT ON COLUMN core.run.game_version IS 'version of our rules of the game';
COMMENT ON COLUMN core.run.system IS 'system that was played';
COMMENT ON COLUMN core.run.seed IS 'seed of the study';
COMMENT ON COLUMN core.run.games_per_cell IS 'games in each cell';
COMMENT ON COLUMN core.run.n_cells IS 'cells: combinations of policies and factor values';
COMMENT ON COLUMN core.run.n_games IS 'games over all cells';
COMMENT ON COLUMN core.run.block_size IS 'games a block, part of the names of the random streams';
COMMENT ON COLUMN core.run.code_digest IS 'digest of the rules'' code';
COMMENT ON COLUMN core.run.tables_digest IS 'digest of the game''s tables';
COMMENT ON COLUMN core.run.numpy_version IS 'NumPy version that drew the dice';
COMMENT ON COLUMN core.run.command IS 'command that plays the run again';
COMMENT ON COLUMN core.run.commit_id IS 'commit of the repository; not part of the content hash';
COMMENT ON COLUMN core.run.finished_at IS 'when the run was finished, UTC; not part of the content hash';

CREATE TABLE core.cell_policy (run_id VARCHAR, cell USMALLINT, side VARCHAR, policy VARCHAR, about VARCHAR);
COMMENT ON TABLE core.cell_policy IS 'the policy of each side in each cell of a run';
COMMENT ON COLUMN core.cell_policy.run_id IS 'run';
COMMENT ON COLUMN core.cell_policy.cell IS 'cell, from 0';
COMMENT ON COLUMN core.cell_policy.side IS 'side';
COMMENT ON COLUMN core.cell_policy.policy IS 'policy';
COMMENT ON COLUMN core.cell_policy.about IS 'what the policy does';

CREATE TABLE core.cell_factor (run_id VARCHAR, cell USMALLINT, factor VARCHAR, low SMALLINT, high SMALLINT, is_varied BOOLEAN, basis VARCHAR, about VARCHAR);
COMMENT ON TABLE core.cell_factor IS 'the value of each factor in each cell of a run; low and high differ where it was drawn for each game';
COMMENT ON COLUMN core.cell_factor.run_id IS 'run';
COMMENT ON COLUMN core.cell_factor.cell IS 'cell, from 0';
COMMENT ON COLUMN core.cell_factor.factor IS 'factor';
COMMENT ON COLUMN core.cell_factor.low IS 'value, or lowest value drawn';
COMMENT ON COLUMN core.cell_factor.high IS 'value, or highest value drawn';
COMMENT ON COLUMN core.cell_factor.is_varied IS 'whether the study varies it';
COMMENT ON COLUMN core.cell_factor.basis IS 'basis of the factor';
COMMENT ON COLUMN core.cell_factor.about IS 'what the factor says';

CREATE TABLE out.turn_law (run_id VARCHAR, cell USMALLINT, turn UTINYINT, field VARCHAR, value SMALLINT, n UINTEGER, n_games UINTEGER);
COMMENT ON TABLE out.turn_law IS 'sampled law of each logged field at the end of each turn; turn 0 holds the results of whole games';
COMMENT ON COLUMN out.turn_law.run_id IS 'run';
COMMENT ON COLUMN out.turn_law.cell IS 'cell, from 0';
COMMENT ON COLUMN out.turn_law.turn IS 'turn, from 1; 0 for a result of the whole game';
COMMENT ON COLUMN out.turn_law.field IS 'column of the system''s log, or of its results for turn 0';
COMMENT ON COLUMN out.turn_law.value IS 'value; 0 and 1 for no and yes';
COMMENT ON COLUMN out.turn_law.n IS 'games in which the field had the value';
COMMENT ON COLUMN out.turn_law.n_games IS 'games of the cell';

CREATE TABLE out.exact_law (run_id VARCHAR, cell USMALLINT, turn UTINYINT, field VARCHAR, value SMALLINT, probability VARCHAR, p DOUBLE);
COMMENT ON TABLE out.exact_law IS 'exact law of the same fields, for cells whose factors are all fixed';
COMMENT ON COLUMN out.exact_law.run_id IS 'run';
COMMENT ON COLUMN out.exact_law.cell IS 'cell, from 0';
COMMENT ON COLUMN out.exact_law.turn IS 'turn, from 1; 0 for a result of the whole game';
COMMENT ON COLUMN out.exact_law.field IS 'column of the system''s log, or of its results for turn 0';
COMMENT ON COLUMN out.exact_law.value IS 'value; 0 and 1 for no and yes';
COMMENT ON COLUMN out.exact_law.probability IS 'probability as a fraction';
COMMENT ON COLUMN out.exact_law.p IS 'probability as a number';

CREATE TABLE out.crt_odds (game VARCHAR, odds_column VARCHAR, column_position UTINYINT, outcome VARCHAR, outcome_class VARCHAR, class_position UTINYINT, attacker_step_losses UTINYINT, defender_step_losses UTINYINT, attacker_is_eliminated BOOLEAN, defender_is_eliminated BOOLEAN, defender_gives_way BOOLEAN, probability VARCHAR, p DOUBLE, basis VARCHAR);
COMMENT ON TABLE out.crt_odds IS 'exact law of every column of every complete combat results table';
COMMENT ON COLUMN out.crt_odds.game IS 'id of the game';
COMMENT ON COLUMN out.crt_odds.odds_column IS 'column as printed';
COMMENT ON COLUMN out.crt_odds.column_position IS 'position of the column, from 0 at the left';
COMMENT ON COLUMN out.crt_odds.outcome IS 'the outcome in the codes of the print';
COMMENT ON COLUMN out.crt_odds.outcome_class IS 'what it comes to, in words';
COMMENT ON COLUMN out.crt_odds.class_position IS 'order of the classes, from 0, the best for the attacker';
COMMENT ON COLUMN out.crt_odds.attacker_step_losses IS 'steps the attacker loses if he does not retreat instead; empty where all his units are eliminated';
COMMENT ON COLUMN out.crt_odds.defender_step_losses IS 'the same for the defender';
COMMENT ON COLUMN out.crt_odds.attacker_is_eliminated IS 'whether all attacking units are eliminated';
COMMENT ON COLUMN out.crt_odds.defender_is_eliminated IS 'whether all defending units are eliminated';
COMMENT ON COLUMN out.crt_odds.defender_gives_way IS 'whether the defender must give way, as the game''s reading defines it';
COMMENT ON COLUMN out.crt_odds.probability IS 'probability as a fraction';
COMMENT ON COLUMN out.crt_odds.p IS 'probability as a number';
COMMENT ON COLUMN out.crt_odds.basis IS 'weakest basis of the table';
