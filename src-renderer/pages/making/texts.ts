/** The English texts of these pages come with them, not with the app. */
import english from '../../../resources/locales/en/app-making.json'
import { addEnglish } from '../../i18n/index.ts'

addEnglish(english)
