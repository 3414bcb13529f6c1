import type { Messages } from '../en/index.ts'

const signin: Messages['signin'] = {
  needed: '它要求您登录',
  neededText: '它已保存，登录前无法使用。您在浏览器中登录；Satchel 不会看到您的密码。',
  signedIn: '已在 {host} 登录',
  scopes: '已允许',
  since: '自',
  renewed: '自动续期，下次',
  ends: '结束',
  more: '它要求的权限超出您同意的范围。',
  asksFor: '它请求',
  leadsTo: '前往',
  care: '请查看地址：您在那里输入的内容会发送到该网站。它显示的页面不属于 Satchel。',
  waiting: '等待您从浏览器返回。',
  open: '在浏览器中打开',
  start: '登录',
  allow: '查看它的请求',
  again: '重新开始',
  out: '退出登录',
  ownClient: '使用我自己的客户端',
  clientId: '客户端 ID',
  clientHelp: '用于登录服务器要求登记程序的情况。在那里填写的重定向地址：http://127.0.0.1/callback',
  clientSecret: '客户端密钥',
  secretHelp: '仅在有密钥时填写。它会保存在您的钥匙串或保险库中。',
  badge: '需要登录',
  revoked: {
    done: '您已退出，登录服务器已使令牌失效。',
    failed: '您已在此处退出。无法告知登录服务器：请也在那里终止访问。',
    not_offered: '您已在此处退出。登录服务器没有告知方式。',
  },
}
export default signin
