/** All English texts of the app, in one chunk with the app: the others are fetched when they are chosen. */
export default import.meta.glob<object>('../../resources/locales/en/app-*.json', {
  eager: true,
  import: 'default',
})
