/** All English texts of the app, bundled with it; other languages are loaded when chosen. */
export default import.meta.glob<object>('../../resources/locales/en/app-*.json', {
  eager: true,
  import: 'default',
})
