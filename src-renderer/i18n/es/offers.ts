import type { Messages } from '../en/index.ts'

const offers: Messages['offers'] = {
  open: 'De un servidor conectado',
  title: 'De un servidor conectado',
  text: 'Adjunta lo que ofrece un servidor, o empieza con una de sus plantillas. Lo que dice llega al modelo como datos, con su origen.',
  service: 'Servidor',
  search: 'Busca en lo que ofrece',
  none: 'Este servidor no ofrece recursos ni plantillas.',
  noMatch: 'No ofrece nada parecido.',
  more: 'Hay más de lo que se ve aquí.',
  take: 'Usarlo',
  look: 'Mirar en el servidor detenido | Mirar en los {count} servidores detenidos',
  looking: 'Se inician y se les pregunta qué ofrecen',
  reading: 'Leyéndolo',
  attached: '{name}, de {service}',
  cut: 'Solo se guarda el principio; entero tiene {count} caracteres.',
  tooMany: 'Un mensaje lleva hasta 4 recursos y 4 imágenes.',
  left: '{count} parte no puede ir con un mensaje | {count} partes no pueden ir con un mensaje',
  result: { image: 'Imagen que devolvió la herramienta', save: 'Guardar ({type})' },
  kinds: {
    resource: 'Recurso',
    template: 'Recurso por indicar',
    prompt: 'Plantilla',
  },
}
export default offers
