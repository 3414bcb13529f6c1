/** What servers run, held against what was accepted. */
export default {
  title: 'Qué ejecuta',
  parts: '{count} parte | {count} partes',
  accepted: 'Aceptado',
  unpinned: 'No fijado: no se puede saber de antemano qué ejecuta esta orden.',
  unpinnedImage:
    "No fijado: la imagen del contenedor se nombra solo por su nombre, que mañana puede ser otra. Nómbrala por su resumen (name{'@'}sha256:…) para fijarla.",
  changed: 'Ha cambiado lo que ejecuta',
  changedText: 'Aceptaste {before}; ahora ejecutaría {after}. No se inició nada de ello.',
  differences: 'Diferencias',
  more: 'Y {count} diferencias más.',
  accept: 'Aceptar lo que ejecuta ahora',
  keepOff: 'Si se deja así, sigue apagado.',
  fetches:
    'Antes del primer inicio, {program} descarga {packages} de {host} a una carpeta propia, dentro del aislamiento. Lo descargado queda fijado: otra versión vuelve a preguntar.',
  allowHost: 'Permitir {host}',
}
