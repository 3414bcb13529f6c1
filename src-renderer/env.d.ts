/// <reference types="vite/client" />

// For Oxlint, which reads no components. vue-tsc does, and takes their own types.
declare module '*.vue'
