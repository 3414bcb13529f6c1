export default import.meta.glob<object>('../../resources/locales/es/app-*.json', {
  eager: true,
  import: 'default',
})
