/** Tools of services that their owner switched off, by name: that holds through changes of the tool and of how its service is reached. */
export const up = `
CREATE TABLE service_tools_off (
  uri TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (uri, name)
) STRICT, WITHOUT ROWID;
`
