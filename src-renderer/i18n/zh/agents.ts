import type { Messages } from '../en/index.ts'

const agents: Messages['agents'] = {
  open: '允许其他代理调用',
  openText: '在 {host}:{port} 监听。只有您在下方允许的代理会得到应答，且仅限您选择的工具。',
  calledBy: '其他代理通过以下标识调用：',
  development: '已启用开发主机',
  developmentText: '{hosts} 允许使用 http 和私有地址。可用“satchel agents development”更改。',
  none: '还没有代理调用。调用者会出现在这里等待您的答复。',
  inbox: '调用过的代理',
  calls: '{count} 次调用',
  asked: '它请求了',
  mayCall: '它可以调用',
  noTools: '没有可向其他代理开放的已安装工具。',
  allow: '允许这些工具',
  save: '保存',
  refuse: '拒绝',
  forget: '忘记',
  status: {
    asked: '等待您',
    allowed: '已允许',
    refused: '已拒绝',
  },
}
export default agents
