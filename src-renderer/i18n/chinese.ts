export default import.meta.glob<object>('../../resources/locales/zh/app-*.json', {
  eager: true,
  import: 'default',
})
