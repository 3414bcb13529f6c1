/** The door of settings: everything a person can set, in one place. */
export { readConfig, SCHEMA_SOURCES, setAsideConfig } from './config.ts'
export { createSettings, type SettingsDeps } from './settings.ts'
