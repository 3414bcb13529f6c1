import 'vue-i18n'
import type { Messages } from './en/index.ts'

declare module 'vue-i18n' {
  // English is the source of truth for the keys that can be asked for.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merging needs an interface
  export interface DefineLocaleMessage extends Messages {}
}
