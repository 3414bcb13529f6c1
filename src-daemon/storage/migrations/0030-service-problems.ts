/** Why a service was not there when it was wanted last: kept, so that it can be looked at later. */
export const up = `
ALTER TABLE services ADD COLUMN problem_json TEXT;
`
