export default import.meta.glob<object>('../../resources/locales/ja/app-*.json', {
  eager: true,
  import: 'default',
})
