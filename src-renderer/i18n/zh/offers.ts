import type { Messages } from '../en/index.ts'

const offers: Messages['offers'] = {
  open: '来自已连接的服务器',
  title: '来自已连接的服务器',
  text: '附加服务器提供的内容，或以它的提示词开始。其内容作为数据交给模型，并注明来源。',
  service: '服务器',
  search: '搜索它提供的内容',
  none: '此服务器不提供资源或提示词。',
  noMatch: '没有匹配的内容。',
  more: '此处未列出全部内容。',
  take: '采用',
  look: '查看已停止的 {count} 个服务器',
  looking: '正在启动并询问它们提供什么',
  reading: '正在读取',
  attached: '{name}，来自 {service}',
  cut: '只保留了开头；全文共 {count} 个字符。',
  tooMany: '一条消息最多可带 4 个资源和 4 张图片。',
  left: '{count} 个部分无法随消息发送',
  result: { image: '工具返回的图片', save: '保存（{type}）' },
  kinds: {
    resource: '资源',
    template: '需指定的资源',
    prompt: '提示词',
  },
}
export default offers
