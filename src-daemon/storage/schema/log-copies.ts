/** The few rows that all changes refer to, and their columns. Each of these tables fits on one page of a small store. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  state_logs: ['owner', 'scope'],
  state_schemas: ['schema_uri', 'log', 'title', 'body'],
  log_writers: ['log', 'actor'],
  log_sources: ['owner', 'body'],
}

const valuesOf = (columns: readonly string[]): string =>
  `json_object(${columns.map((name) => `'${name}', NEW.${name}`).join(', ')})`

const copyOf = ([table, columns]: readonly [string, readonly string[]]): string => `
${['INSERT', `UPDATE OF ${columns.join(', ')}`]
  .map(
    (event, n) => `
CREATE TRIGGER ${table}_copied_${String(n)} AFTER ${event} ON ${table} BEGIN
  INSERT OR REPLACE INTO log_copies (part, id, row) VALUES ('${table}', NEW.id, ${valuesOf(columns)});
END;`,
  )
  .join('')}
CREATE TRIGGER ${table}_copy_removed AFTER DELETE ON ${table} BEGIN
  DELETE FROM log_copies WHERE part = '${table}' AND id = OLD.id;
END;`

/**
 * A second copy of those rows, on other pages: without a schema's row, a salvage could keep none of its changes
 * (state/salvage/foundations.ts).
 */
export const LOG_COPIES = `
CREATE TABLE log_copies (
  part TEXT NOT NULL,
  id INTEGER NOT NULL,
  row TEXT NOT NULL CHECK (json_valid(row)),
  PRIMARY KEY (part, id)
) STRICT, WITHOUT ROWID;
${Object.entries(COPIED).map(copyOf).join('\n')}`
