/** The English texts of the app, bundled with it but for those of pages that bring their own (`addEnglish`); other languages are loaded whole when chosen. */
export default import.meta.glob<object>(
  ['../../resources/locales/en/app-*.json', '!../../resources/locales/en/app-making.json'],
  {
    eager: true,
    import: 'default',
  },
)
