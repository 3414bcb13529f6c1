// Made of resources/locales/en by `npm run texts`. Do not edit.
import type { None, Text } from './values.ts'

export interface Errors {
  agent_did_unknown: { did: Text }
  agent_did_exists: { did: Text }
  agent_did_inactive: { did: Text }
  description_unavailable: { host: Text; status: Text }
  did_publish_other_file: { path: Text; did: Text }
  agent_tls_key_exposed: { path: Text }
  agent_tls_unusable: { path: Text; problem: Text }
  agent_offer_incomplete: None
  contact_unknown: { id: Text }
  agent_address_invalid: { address: Text }
  agent_handle_unconfirmed: { handle: Text; problem: Text }
  agent_document_unusable: { url: Text; problem: Text }
  agent_changed_meanwhile: { id: Text }
  agent_update_refused: { id: Text; reason: Text } & Why
  agent_stopped: { id: Text; reason: Text } & Why
  agent_operation_changed: { agent: Text; operation: Text }
  agent_identity_needed: { agent: Text }
  agent_option_invalid: { product: Text; option: Text }
  agent_option_missing: { product: Text; option: Text; values: Text }
  agent_several: { address: Text; urls: Text }
  call_proof_wrong: { problem: Text }
  approval_not_found: None
  question_gone: None
  approval_answered: None
  approval_changed: None
  approval_not_offered: None
  authorization_unknown: { id: Text }
  authorization_missing_action: { action: Text; scope: Text }
  authorization_wrong_target: { target: Text; wanted: Text }
  authorization_other_owner: { owner: Text }
  authorization_expired: { expiresAt: Text }
  authorization_revoked: { id: Text }
  authorization_widened: { what: Text }
  authorization_too_deep: { limit: Text }
  authorization_invalid: { problem: Text }
  authorization_not_holder: { controller: Text }
  authorization_not_verified: { id: Text }
  network_refused: { host: Text; reason: Text } & Why
  network_unreachable: { host: Text; problem: Text } & Why
  network_interrupted: { host: Text; problem: Text }
  network_timeout: { host: Text; seconds: Text }
  response_too_large: { host: Text; limit: Text }
  proxy_unusable: { variable: Text }
  trusted_ca_unusable: { path: Text; problem: Text }
  binding_invalid: { problem: Text }
  binding_secret_missing: { name: Text; host: Text; package: Text }
  package_secret_unknown: { package: Text; name: Text; asked: Text }
  package_secret_unusable: { name: Text; host: Text }
  binding_failed: { host: Text; status: Text }
  binding_answer_unusable: { host: Text; problem: Text }
  wasm_failed: { problem: Text }
  wasm_timeout: { seconds: Text }
  wasm_answer_unusable: None
  wasm_module_unavailable: { cid: Text; package: Text }
  wasm_module_not_asked: { package: Text; cid: Text; asked: Text }
  wasm_module_differs: { cid: Text }
  agent_no_endpoint: { did: Text }
  agent_refused: { did: Text; message: Text; code: Text }
  agent_answer_unusable: { did: Text; status: Text }
  agent_unknown: { did: Text }
  agent_tool_not_exposable: { tool: Text }
  agent_endpoint_invalid: { host: Text }
  state_changed_meanwhile: { name: Text; path: Text }
  file_of_other_name: { found: Text; name: Text }
  capability_unknown: { problem: Text }
  conformance_source_unusable: { source: Text; problem: Text }
  conformance_exercises_invalid: { path: Text; problem: Text }
  conversation_not_found: None
  message_not_found: None
  conversation_busy: None
  form_not_open: None
  conversation_queue_full: None
  persona_not_found: None
  prompt_not_found: None
  prompt_name_taken: { name: Text }
  export_unknown: { name: Text }
  profile_value_invalid: { name: Text; problem: Text }
  app_unknown: None
  app_asks_too_much: { server: Text }
  app_stopped: { server: Text }
  change_set_old_version: None
  change_set_unsigned: { seq: Text; device: Text }
  change_set_signature_wrong: { device: Text }
  device_unauthorized: { device: Text }
  device_expired: { device: Text; until: Text }
  device_removed: { device: Text }
  device_removed_here: { device: Text }
  device_statement_invalid: { did: Text }
  device_unknown: { device: Text }
  device_is_this: None
  device_name_invalid: { maximum: Text }
  did_unresolvable: { did: Text; part: Text }
  did_method_unknown: { method: Text; did: Text }
  did_unreachable: { did: Text; host: Text; reason: Text } & Why
  did_document_invalid: { did: Text; place: Text; problem: Text }
  did_document_wrong_id: { did: Text; found: Text }
  key_not_authorized: { keyId: Text; relationship: Text; listed: Text }
  did_auth_malformed: { place: Text; problem: Text }
  did_auth_wrong_audience: { found: Text; expected: Text }
  did_auth_expired: { difference: Text; allowed: Text }
  did_auth_bad_signature: { did: Text }
  did_auth_replayed: { did: Text }
  did_deactivated: { did: Text; successor: Text }
  keystore_locked: None
  keystore_absent: None
  keystore_failed: None
  key_missing: { did: Text }
  key_exists: None
  wrong_passphrase: None
  vault_passphrase_needed: None
  too_many_passphrases: None
  weak_passphrase: { minimum: Text }
  guessable_passphrase: None
  vault_corrupt: { path: Text }
  vault_missing: { path: Text }
  vault_exists: { path: Text }
  vault_changed: { path: Text }
  identity_file_corrupt: { path: Text }
  cid_invalid: { cid: Text; problem: Text }
  cid_sha256_differ: { cid: Text; sha256: Text; found: Text }
  ipfs_not_found: { sources: Text; cid: Text }
  ipfs_wrong_bytes: { source: Text; cid: Text }
  ipfs_timeout: { source: Text; seconds: Text }
  ipfs_unreachable: { source: Text; problem: Text }
  ipfs_node_failed: { source: Text; problem: Text }
  ipfs_sources_changed: { sources: Text }
  file_too_large: { limit: Text }
  label_invalid: { maximum: Text }
  key_unknown: { key: Text }
  key_ambiguous: { key: Text; count: number }
  key_of_chain: { key: Text }
  chain_account_missing: None
  transaction_invalid: None
  key_retired: { key: Text }
  key_in_use: { key: Text }
  rotation_invalid: { problem: Text }
  rotation_forked: { did: Text; known: Text; other: Text }
  owner_change_not_confirmed: { did: Text }
  owner_kind: { key: Text }
  default_key_changed: None
  key_import_invalid: None
  key_import_public: None
  key_import_curve: { found: Text }
  key_import_other_kind: { found: Text; expected: Text }
  key_import_kind_needed: None
  key_import_passphrase_needed: None
  key_import_out_of_range: { kind: Text }
  key_import_mismatch: None
  backup_invalid: None
  backup_rehearsal_failed: None
  backup_owner_missing: { did: Text }
  backup_without_data_key: None
  backup_data_key_other: None
  vault_passphrase_other: None
  file_unwritable: { path: Text; problem: Text }
  already_there: None
  passphrase_needed: { variable: Text }
  key_of_wallet: { key: Text }
  key_import_phrase: None
  model_unavailable: { model: Text }
  model_none_answers: { server: Text; url: Text }
  model_window_too_small: { name: Text; required: Text; model: Text; window: Text }
  model_not_found: { model: Text }
  model_refused: { model: Text }
  model_failed: { model: Text }
  model_interrupted: { model: Text }
  model_silent: { server: Text; seconds: Text }
  model_key_refused: { server: Text; status: Text }
  model_rate_limited: { server: Text; seconds: Text }
  model_busy: { server: Text }
  model_quota_used: { server: Text }
  model_context_exceeded: { model: Text }
  model_server_of_another: { host: Text }
  model_server_failed: { server: Text; model: Text }
  model_pull_failed: { model: Text; problem: Text }
  model_pull_unknown: { model: Text }
  model_not_of_ollama: { model: Text }
  model_endpoint_unknown: { endpoint: Text }
  model_endpoint_exists: { endpoint: Text }
  model_key_not_over_http: { host: Text }
  spending_limit_reached: { limit: number; used: number }
  token_limit_reached: { limit: number; used: number }
  model_runtime_missing: None
  model_runtime_unsupported: { build: Text }
  model_runtime_damaged: { problem: Text }
  model_unloadable: { model: Text }
  model_memory: { model: Text }
  model_out_of_memory: { model: Text }
  model_hash_differs: { actual: Text; expected: Text }
  model_download_refused: { host: Text; status: Text }
  model_download_too_large: { host: Text; most: number }
  model_no_room: { free: Text; needed: Text }
  model_file_unreadable: { path: Text }
  model_parts_missing: { count: number; missing: Text }
  model_part_refused: { host: Text; part: number; count: number; model: Text; status: number }
  model_here: { model: Text }
  package_rejected: { file: Text; problem: Text }
  package_changed: None
  warnings_not_accepted: { title: Text; count: number }
  downgrade_not_confirmed: { title: Text; installed: Text; version: Text }
  author_changed: { name: Text; known: Text; found: Text }
  handover_not_accepted: { title: Text; registry: Text; from: Text; to: Text }
  takeover_not_accepted: { title: Text; from: Text; to: Text }
  author_key_not_accepted: { title: Text; did: Text; key: Text }
  look_alike_not_accepted: { title: Text; did: Text; other: Text; known: Text }
  no_previous_version: { name: Text }
  version_exists: { title: Text; version: Text }
  package_not_installed: { name: Text }
  catalogue_entry_unknown: { id: Text }
  package_file_damaged: { name: Text }
  signature_place_missing: { file: Text; problem: Text }
  draft_invalid: { problem: Text }
  openapi_unusable: { problem: Text }
  draft_no_model: None
  draft_not_written: { model: Text }
  not_importable: { file: Text; found: Text }
  file_exists: { path: Text }
  author_is_other: { file: Text; author: Text }
  draft_changed_elsewhere: None
  internal: None
  invalid_request: { problem: Text } & Why
  data_dir_unusable: { path: Text; problem: Text }
  data_dir_too_long: { bytes: Text; limit: Text; path: Text }
  data_dir_foreign: { path: Text; owner: Text }
  data_dir_exposed: { path: Text }
  disk_full: None
  disk_failed: { problem: Text }
  access_denied: { problem: Text }
  daemon_already_running: { pid: Text; path: Text }
  socket_unusable: { path: Text; problem: Text }
  port_taken: { port: Text }
  daemon_unreachable: { problem: Text }
  version_mismatch: { client: Text; daemon: Text }
  wrong_token: None
  session_ended: None
  too_many_attempts: None
  caller_not_allowed: { caller: Text }
  shutting_down: None
  config_corrupt: { path: Text; problem: Text }
  not_ready: None
  file_unreadable: { path: Text; problem: Text }
  vault_needs_passphrase: None
  needs_consent: { question: Text }
  chain_unreachable: { host: Text; problem: Text }
  chain_failed: { host: Text; problem: Text }
  chain_wrong: { host: Text; found: Text; expected: Text }
  chain_contract_missing: { address: Text; chain: Text }
  chain_contract_other: { address: Text }
  chain_funds: { address: Text; balance: Text; needed: Text }
  chain_reverted: { problem: Text }
  chain_not_confirmed: { tx: Text }
  registry_input_invalid: { name: Text; what: Text }
  registry_name_unknown: { name: Text }
  registry_version_unknown: { name: Text; version: Text }
  registry_name_owned: { name: Text; by: Text }
  registry_other_author: { name: Text; by: Text }
  registry_version_exists: { name: Text; version: Text }
  registry_already_yanked: { name: Text; version: Text }
  registry_not_offered: { name: Text }
  registry_same_vote: { name: Text }
  registry_already_anchored: None
  registry_place_invalid: { problem: Text }
  registry_missing: { name: Text }
  local_chain_missing: None
  local_chain_failed: { problem: Text }
  index_gap: { from: Text; last: Text }
  index_verifier_failed: { problem: Text }
  index_query_too_long: { limit: Text }
  index_cursor_invalid: None
  index_unknown_filter: { name: Text; known: Text }
  index_not_found: { uri: Text }
  index_busy: { limit: Text; seconds: Text }
  index_empty: { path: Text }
  index_unreachable: { problem: Text }
  index_other_registry: { found: Text; wanted: Text }
  index_other_writer: None
  registry_source_missing: { name: Text }
  registry_source_exists: { name: Text }
  registry_folder_unreadable: { path: Text; problem: Text }
  registry_index_failed: { host: Text; problem: Text }
  registry_index_invalid: { source: Text; count: number }
  registry_capability_unknown: { name: Text }
  registry_capability_unheard: { name: Text; sources: Text }
  registry_sources_conflict: { name: Text; sources: Text }
  registry_index_differs: { name: Text; what: Text; told: Text; written: Text }
  registry_record_missing: { name: Text; registry: Text }
  registry_record_changed: { registry: Text; name: Text }
  registry_file_differs: { what: Text; found: Text; expected: Text }
  registry_author_differs: { found: Text; expected: Text }
  registry_source_not_accepted: { problem: Text }
  registry_schema_changed: { name: Text; version: Text; registry: Text; uri: Text }
  registry_candidate_gone: None
  registry_link_invalid: None
  server_answer_invalid: { host: Text; problem: Text }
  publication_unknown: { id: Text }
  publication_file_changed: { file: Text; name: Text; version: Text }
  publication_registry_changed: { registry: Text }
  publication_not_signed: { name: Text; version: Text }
  publication_submitted: { name: Text; version: Text }
  publication_running: { name: Text; version: Text }
  publication_cut_off: { name: Text; version: Text }
  registry_list_invalid: { place: Text; problem: Text }
  registry_list_other_signer: { place: Text; found: Text; expected: Text }
  registry_list_older: { place: Text; time: Text; seen: Text }
  registry_list_expired: { source: Text; time: Text }
  registry_file_missing: { place: Text; sha256: Text }
  registry_nothing_to_export: None
  local_registry_damaged: { path: Text; problem: Text }
  trust_list_invalid: { place: Text; problem: Text }
  trust_list_other_signer: { place: Text; found: Text; expected: Text }
  trust_list_older: { place: Text; time: Text; seen: Text }
  trust_list_expired: { name: Text; time: Text }
  trust_list_missing: { name: Text }
  trust_list_exists: { name: Text }
  trust_too_many: { limit: number }
  trust_collection_missing: { list: Text; id: Text }
  trust_draft_invalid: { file: Text; problem: Text }
  package_blocked: { list: Text; title: Text; version: Text; reason: Text }
  registry_source_builtin: { name: Text }
  picture_refused: None
  correction_not_found: None
  correction_empty: None
  routing_data_invalid: { path: Text; place: Text; problem: Text }
  capability_not_installed: { name: Text }
  message_not_routed: None
  sampling_no_model: None
  secret_invalid: { maximum: Text }
  secret_missing: { name: Text }
  secret_damaged: { name: Text }
  secret_gone: { name: Text }
  server_package_changed: { server: Text; before: Text; after: Text }
  server_package_host: { server: Text; host: Text }
  server_package_registry: { program: Text; problem: Text }
  server_package_unfetched: { what: Text; server: Text; problem: Text } & Why
  server_package_script: { what: Text; server: Text; problem: Text; reach: Text } & Why
  server_package_unreadable: { server: Text; what: Text }
  server_unknown: { uri: Text }
  server_exists: { uri: Text }
  server_address_refused: { url: Text; reason: Text } & Why
  server_secret_missing: { server: Text; name: Text }
  server_sandbox_missing: { problem: Text }
  server_container_sandboxed: { server: Text; program: Text }
  server_container_variable: { server: Text; name: Text; program: Text; reason: Text } & Why
  server_grant_refused: { path: Text; reason: Text } & Why
  server_grant_moved: { path: Text; real: Text; server: Text }
  server_variable_refused: { name: Text; reason: Text } & Why
  server_program_missing: { command: Text }
  server_not_started: { server: Text; problem: Text }
  server_ended: { server: Text; how: Text; left: Text } & Why
  server_silent: { server: Text; seconds: Text }
  server_misbehaved: { server: Text; problem: Text } & Why
  server_answer_unreadable: { server: Text; reason: Text } & Why
  server_endpoint_refused: { server: Text; endpoint: Text; origin: Text }
  server_session_ended: { server: Text }
  server_too_crowded: { server: Text; limit: Text; left: Text } & Why
  server_too_hungry: { server: Text; limit: Text; left: Text } & Why
  server_refused: { server: Text; problem: Text }
  server_refused_twice: { server: Text; problem: Text; older: Text }
  server_tool_unknown: { server: Text; tool: Text }
  server_tool_costly: { tool: Text; server: Text; problem: Text }
  server_tool_off: { tool: Text; server: Text }
  server_tool_failed: { tool: Text; server: Text; problem: Text }
  server_changed: { tool: Text; server: Text }
  server_not_accepted: { server: Text }
  server_vault_locked: { server: Text }
  server_waiting: { server: Text; seconds: Text }
  server_given_up: { server: Text; times: Text }
  server_busy: { server: Text; calls: Text }
  server_wants_input: { tool: Text; server: Text; wanted: Text }
  server_result_too_large: { tool: Text; server: Text; limit: Text }
  server_config_unreadable: { problem: Text; line: Text } & Why
  server_config_empty: None
  server_signin_needed: { server: Text }
  server_signin_unsafe: { server: Text; reason: Text } & Why
  server_signin_no_client: { issuer: Text; server: Text }
  server_signin_failed: { server: Text; reason: Text } & Why
  server_signin_stopped: { server: Text }
  bundle_refused: { reason: Text } & Why
  bundle_manifest_invalid: { problem: Text }
  bundle_hash_differs: { wanted: Text; found: Text }
  bundle_unknown: None
  bundle_damaged: { sha256: Text }
  server_setup_missing: { field: Text; key: Text }
  server_setup_invalid: { field: Text; problem: Text } & Why
  mcp_registry_missing: None
  mcp_registry_failed: { host: Text; problem: Text } & Why
  mcp_registry_unknown: { name: Text }
  server_app_unusable: { server: Text; resource: Text; fault: Text }
  server_tool_only_for_apps: { tool: Text; server: Text }
  server_tool_not_for_apps: { tool: Text; server: Text }
  share_client_unknown: { name: Text }
  share_unknown_capability: { id: Text }
  skill_source_missing: { path: Text }
  skill_none_found: { path: Text }
  skill_archive_refused: { reason: Text } & Why
  skill_refused: { name: Text; problem: Text }
  skill_changed: { name: Text }
  skill_word_taken: { word: Text }
  skill_cannot_be_trusted: None
  skill_unknown: { id: Text }
  skill_folder_unknown: { word: Text }
  skill_needs_model: { name: Text }
  skill_file_unknown: { path: Text }
  skill_file_no_text: { path: Text }
  schema_invalid: { uri: Text; problem: Text }
  schema_changed_without_version: { uri: Text }
  schema_id_conflict: { uri: Text; owner: Text }
  schema_unknown: { uri: Text }
  schema_uri_invalid: { uri: Text }
  schema_of_person: { uri: Text }
  schema_not_found: { uri: Text }
  schema_sources_silent: { uri: Text; sources: Text }
  schema_wrong_id: { uri: Text; found: Text }
  schema_review_gone: { uri: Text }
  schema_source_missing: { name: Text }
  schema_source_exists: { name: Text }
  validation_failed: { problem: Text }
  not_found: { id: Text; uri: Text }
  permission_denied: { problem: Text }
  version_conflict: { id: Text }
  crdt_violation: { path: Text; policy: Text; problem: Text }
  asmql_unknown_operator: { path: Text }
  asmql_unknown_field: { path: Text }
  asmql_unknown_member: { path: Text; near: Text; known: Text }
  asmql_invalid: { path: Text; problem: Text }
  asmql_cursor_invalid: None
  asmql_cost_exceeded: { problem: Text }
  quota_exceeded: { what: Text; size: Text; limit: Text; largest: Text }
  change_content_damaged: None
  change_set_invalid: { problem: Text }
  change_set_other_owner: { owner: Text }
  change_set_too_large: { size: Text; limit: Text }
  vectors_outdated: None
  data_copied: { from: Text }
  scope_unknown: { scope: Text }
  content_purged: { id: Text }
  change_unknown: { name: Text }
  anchor_log_broken: { number: Text }
  proof_log_changed: { scope: Text }
  sequence_too_slow: { seconds: Text }
  sequence_out_of_memory: None
  sequence_invalid: { problem: Text }
  sequence_worker_failed: { problem: Text }
  snapshot_damaged: { problem: Text }
  schema_private: { uri: Text }
  anchor_unknown: { number: Text }
  app_grant_unknown: { owner: Text; app: Text }
  database_newer: { path: Text; found: Text; supported: Text }
  database_read_only: { found: Text; supported: Text }
  database_corrupt: { path: Text; problem: Text }
  database_unreadable: { path: Text; problem: Text }
  migration_failed: { problem: Text }
  database_key_missing: { path: Text }
  database_key_wrong: { path: Text }
  data_key_unavailable: None
  encryption_file_corrupt: { path: Text }
  already_encrypted: None
  not_encrypted: None
  not_converted: None
  backup_not_found: { name: Text }
  backup_damaged: { name: Text; problem: Text }
  backup_folder_unusable: { path: Text; problem: Text }
  export_invalid: None
  export_newer: None
  transfer_unknown: None
  thread_message_invalid: { type: Text; problem: Text }
  thread_form_unusable: { host: Text; problem: Text }
  thread_unknown: { id: Text }
  thread_closed: None
  thread_request_closed: None
  thread_not_offered: { agent: Text }
  thread_no_identity: { agent: Text }
  thread_forward_refused: None
  payment_expired: None
  payment_way: { way: Text }
  payment_amount: { amount: Text; decimals: number; symbol: Text }
  payment_made: { payee: Text; reference: Text }
  payment_changed: None
  payment_identity: { did: Text }
  message_cannot_be_redone: None
  image_unusable: { problem: Text }
  image_refused: { count: number; megabytes: Text }
  attachment_not_found: None
  fact_not_proposed: None
  fact_not_found: None
  memory_full: { count: number }
  wallet_message_refused: None
  wallet_typed_data_invalid: { problem: Text }
  wallet_account_unknown: { address: Text }
  wallet_account_own: { address: Text }
  wallet_account_differs: { asked: Text }
  wallet_address_invalid: { address: Text }
  wallet_watch_only: { account: Text }
  wallet_network_missing: { chain: Text }
  wallet_token_unknown: { token: Text; network: Text }
  wallet_amount_invalid: { amount: Text; decimals: number }
  wallet_limit: { asked: Text; left: Text }
  wallet_limit_unreadable: { token: Text }
  wallet_limit_missing: None
  wallet_plan_gone: None
  wallet_plan_changed: None
  wallet_transaction_dropped: None
  wallet_reverted: { problem: Text }
  wallet_nonce: { asked: number }
  wallet_needs_terminal: None
  wallet_message_invalid: { problem: Text }
  wallet_family_messages: None
}

export interface Phrases {
  cli_agents: None
  cli_agents_list: None
  cli_agents_tools: None
  cli_agents_allow: None
  cli_agents_tool: None
  cli_agents_label: None
  cli_agents_refuse: None
  cli_agents_forget: None
  cli_agents_host: None
  cli_agents_port: None
  cli_agents_public: None
  cli_agents_development: None
  cli_agents_none: None
  cli_q_agents_allow: { did: Text; tools: Text }
  cli_q_agents_endpoint: { host: Text; port: Text }
  cli_q_agents_development: { hosts: Text }
  cli_agents_did: None
  cli_agents_did_list: None
  cli_agents_did_create: None
  cli_agents_did_path: None
  cli_agents_did_key: None
  cli_agents_did_dialect: None
  cli_agents_did_description: None
  cli_agents_did_show: None
  cli_agents_did_publish: None
  cli_agents_did_to: None
  cli_agents_did_rotate: None
  cli_agents_did_deactivate: None
  cli_agents_did_publish_next: None
  cli_agents_did_wrote: { path: Text; url: Text }
  cli_agents_did_given_up: { at: Text }
  cli_q_agents_did_rotate: { did: Text }
  cli_q_agents_did_deactivate: { did: Text }
  cli_agents_sign: None
  cli_agents_as: None
  cli_agents_method: None
  cli_agents_data: None
  cli_agents_form: None
  cli_agents_verify: None
  cli_agents_check: None
  cli_agents_check_document: None
  cli_agents_check_expected: { expected: Text }
  cli_agents_check_sum: { all: number; differ: number }
  cli_agents_callers: None
  cli_agents_search: None
  cli_agents_discover: None
  cli_agents_add: None
  cli_agents_show: None
  cli_agents_also: { protocol: Text; url: Text }
  cli_agents_update: None
  cli_agents_approve: None
  cli_agents_remove: None
  cli_agents_call: None
  cli_agents_input: None
  cli_agents_all: { shown: Text; total: Text }
  cli_agents_state_new: None
  cli_agents_state_approved: None
  cli_agents_state_changed: None
  cli_agents_removed_from: { id: Text }
  cli_agents_stopped: { reason: Text } & Why
  cli_agents_refused: { reason: Text } & Why
  cli_agents_connect: { command: Text }
  cli_agents_review: { members: Text; added: Text; changed: Text; removed: Text }
  cli_q_agents_approve: { id: Text }
  cli_q_agents_remove: { id: Text }
  cli_agents_serve: None
  cli_agents_cert: None
  cli_agents_key: None
  cli_agents_no_tls: None
  cli_agents_days: None
  cli_agents_describe: None
  cli_agents_describe_set: None
  cli_agents_describe_show: None
  cli_agents_describe_publish: None
  cli_agents_described: { version: Text; url: Text }
  cli_q_agents_publish: { url: Text }
  cli_agents_dev: None
  cli_agents_dev_port: None
  cli_agents_dev_running: None
  cli_agents_dev_use: { host: Text }
  cli_agents_receipt: None
  cli_agents_receipt_document: None
  cli_agents_receipt_kept: None
  cli_agents_receipt_valid: None
  cli_approvals: None
  cli_approvals_list: None
  cli_approvals_ended: None
  cli_approvals_pending: None
  cli_approvals_allow: None
  cli_approvals_deny: None
  cli_approvals_revoke: None
  cli_approvals_revoke_all: None
  cli_activity: None
  cli_activity_list: None
  cli_activity_text: None
  cli_activity_capability: None
  cli_activity_outcome: None
  cli_activity_days: None
  cli_activity_limit: None
  cli_activity_export: None
  cli_activity_format: None
  cli_activity_clear: None
  cli_activity_older: None
  cli_q_call: { sentence: Text }
  cli_q_activity_clear: { days: Text }
  cli_q_approvals_revoke: { count: number }
  cli_asks: { title: Text; tool: Text }
  cli_asks_always: None
  cli_asks_uncovered: None
  cli_asks_follows: None
  cli_asks_not_named: { names: Text }
  cli_asks_read: None
  cli_asks_read_nothing: None
  cli_asks_read_foreign: None
  cli_asks_read_earlier: None
  cli_question: { title: Text; tool: Text }
  cli_question_care: None
  cli_question_secret: { fields: Text; title: Text }
  cli_question_no_person: None
  cli_q_question_url: None
  cli_q_question_send: None
  cli_asks_no_person: None
  cli_asks_not_by_yes: None
  cli_approved: None
  cli_denied: None
  cli_approvals_revoked: { count: number }
  cli_activity_written: { lines: Text; path: Text }
  cli_activity_cleared: { lines: Text }
  cli_question_forwarded: { requester: Text; hops: number }
  cli_asks_held: { id: Text }
  cli_asks_leaving: { title: Text; names: Text }
  cli_asks_app: { server: Text }
  cli_backup: None
  cli_backup_list: None
  cli_backup_create: None
  cli_backup_check: None
  cli_backup_restore: None
  cli_backup_rehearse: None
  cli_backup_folder: { path: Text }
  cli_backup_off: None
  cli_backup_none: None
  cli_backup_last_failed: { problem: Text }
  cli_backup_reason_daily: None
  cli_backup_reason_manual: None
  cli_backup_reason_update: None
  cli_backup_checked: { time: Text }
  cli_backup_unchecked: None
  cli_backup_size: { bytes: number }
  cli_backup_made: { name: Text }
  cli_backup_whole: { name: Text }
  cli_backup_holds: { objects: number; conversations: number; packages: number; skills: number }
  cli_backup_last_change: { time: Text }
  cli_backup_present: { objects: number; conversations: number; packages: number; skills: number }
  cli_backup_present_unreadable: None
  cli_backup_since: { changes: number; messages: number }
  cli_backup_rehearsed: None
  cli_q_backup_restore: { time: Text }
  cli_backup_restored: { time: Text }
  cli_backup_kept: None
  cli_export: None
  cli_export_with_keys: None
  cli_q_export_all_keys: None
  cli_exported_all: { path: Text; bytes: number }
  cli_exported_no_keys: None
  cli_exported_secrets: None
  cli_import: None
  cli_import_of: { time: Text }
  cli_import_with_keys: None
  cli_q_import_all: None
  cli_imported_all: None
  cli_imported_keys_left: { problem: Text; path: Text }
  cli_ask_export: None
  cli_backup_overdue: None
  cli_cap_conformance: None
  cli_cap_conformance_command: None
  cli_cap_conformance_source: None
  cli_cap_conformance_exercises: None
  cli_cap_conformance_report: None
  cli_cap_conformance_strict: None
  cli_cap_reference: None
  cli_cap_reference_http: None
  cli_cap_reference_at: { url: Text }
  cli_q_conformance: { source: Text }
  cli_conformance_passed: None
  cli_conformance_failed: None
  cli_conformance_warned: None
  cli_conformance_skipped: None
  cli_conformance_inapplicable: None
  cli_conformance_conforms: None
  cli_conformance_breaks: None
  cli_conformance_no_source: { source: Text }
  cli_conformance_inconclusive: { cases: Text }
  cli_conformance_totals: { source: Text; passed: Text; failed: Text; warned: Text; skipped: Text; inapplicable: Text }
  cli_cap_list_kind: None
  cli_cap_list_source: None
  cli_cap_deadline: None
  cli_cap_update: None
  cli_cap_diff: None
  cli_cap_diff_previous: None
  cli_cap_rollback: None
  cli_cap_enable: None
  cli_cap_disable: None
  cli_cap_authors: None
  cli_cap_authors_refresh: None
  cli_cap_export: None
  cli_cap_keep: None
  cli_cap_export_to: None
  cli_cap_downgrade: None
  cli_cap_accept_key: None
  cli_q_update: { title: Text; author: Text; from: Text; version: Text }
  cli_q_rollback: { title: Text; author: Text; from: Text; version: Text }
  cli_q_downgrade: { version: Text; from: Text }
  cli_q_look_alike: { title: Text; did: Text; other: Text; known: Text }
  cli_q_handover: { title: Text; from: Text; to: Text; registry: Text }
  cli_q_takeover: { title: Text; from: Text }
  cli_review_handover: { registry: Text; from: Text; to: Text }
  cli_review_takeover: { from: Text }
  cli_cap_accept_look_alike: None
  cli_cap_accept_author: None
  cli_q_author_key: { did: Text; key: Text }
  cli_q_export_purge: { name: Text; path: Text }
  cli_review_first_seen: { since: Text }
  cli_review_key_changed: { key: Text }
  cli_difference_of: { from: Text; version: Text }
  cli_difference_widens: None
  cli_difference_narrow: None
  cli_difference_none: None
  cli_difference_permissions: None
  cli_difference_hosts: None
  cli_difference_prompt: None
  cli_difference_schema: None
  cli_difference_other: None
  cli_updated: { title: Text; from: Text; version: Text }
  cli_update_failed: { name: Text }
  cli_update_none: { name: Text; version: Text }
  cli_update_not_installable: { name: Text; version: Text; offered: Text }
  cli_update_passed_over: { name: Text; higher: Text; problem: Text }
  cli_update_no_source: { name: Text }
  cli_rolled_back: { title: Text; version: Text }
  cli_enabled: { name: Text }
  cli_disabled: { name: Text }
  cli_exported: { path: Text; objects: Text; changes: Text }
  cli_status_ready: None
  cli_status_user: None
  cli_status_damaged: None
  cli_status_offered: None
  cli_list_update: { version: Text }
  cli_list_key_revoked: None
  cli_list_yanked: { reason: Text }
  cli_list_blocked: { list: Text; reason: Text }
  cli_cap_modules: None
  cli_cap_module: None
  cli_module_kept: { name: Text }
  cli_entry_ok: None
  cli_entry_off: None
  cli_entry_changed: None
  cli_entry_unread: None
  cli_entry_failed: None
  cli_entry_sign_in: None
  cli_entry_locked: None
  cli_entry_damaged: None
  cli_entry_gone: None
  cli_entry_key_revoked: None
  cli_entry_yanked: None
  cli_entry_blocked: None
  cli_trust_sandboxed: None
  cli_trust_unsandboxed: None
  cli_trust_elsewhere: None
  cli_trust_reviewed: None
  cli_entry_tools: { tools: Text; tokens: Text }
  cli_chat_blocked: { list: Text; title: Text; version: Text; reason: Text }
  cli_devices: None
  cli_devices_list: None
  cli_devices_name: None
  cli_devices_remove: None
  cli_devices_unnamed: None
  cli_devices_state: { state: Text; at: Text }
  cli_q_device_remove: { name: Text; last: Text }
  cli_devices_removed: { name: Text }
  cli_devices_named: { name: Text }
  cli_devices_never: None
  cli_state_usage: None
  cli_state_expiring: None
  cli_state_purge: None
  cli_state_limit: None
  cli_state_limit_owner: None
  cli_about: None
  cli_json: None
  cli_yes: None
  cli_daemon: None
  cli_daemon_start: None
  cli_daemon_stop: None
  cli_daemon_status: None
  cli_daemon_logs: None
  cli_web: None
  cli_web_open: None
  cli_web_port: None
  cli_chat: None
  cli_form_missing: { tool: Text }
  cli_form_field: { title: Text; told: Text }
  cli_form_choices: { choices: Text }
  cli_form_several: { choices: Text }
  cli_field_one: None
  cli_field_several: None
  cli_field_boolean: None
  cli_field_number: None
  cli_field_integer: None
  cli_field_missing: None
  cli_form_again: { conversation: Text }
  cli_chat_was_thinking: None
  cli_chat_open: None
  cli_chat_open_for: { names: Text }
  cli_chat_stopped: { conversation: Text }
  cli_chat_budget: { steps: Text; tokens: Text; tokensLimit: Text; minutes: Text; minutesLimit: Text }
  cli_chat_idle: None
  cli_chat_stopping: None
  cli_chat_conversation: None
  cli_chat_model: None
  cli_chat_capability: None
  cli_chat_stop: None
  cli_chat_extend: None
  cli_chat_search: None
  cli_chat_search_limit: None
  cli_cap: None
  cli_cap_list: None
  cli_cap_tools: None
  cli_cap_describe: None
  cli_cap_invoke: None
  cli_cap_review: None
  cli_cap_install: None
  cli_cap_remove: None
  cli_cap_purge: None
  cli_state: None
  cli_state_scopes: None
  cli_state_query: None
  cli_state_search: None
  cli_state_get: None
  cli_state_create: None
  cli_state_update: None
  cli_state_delete: None
  cli_state_history: None
  cli_hard: None
  cli_settings: None
  cli_settings_get: None
  cli_settings_set: None
  cli_settings_unknown: { name: Text; names: Text }
  cli_doctor: None
  cli_doctor_set_aside: None
  cli_acp: None
  cli_acp_validate: None
  cli_acp_lint: None
  cli_acp_strict: None
  cli_acp_verify: None
  cli_acp_init: None
  cli_acp_init_name: None
  cli_acp_init_title: None
  cli_acp_init_description: None
  cli_acp_init_record: None
  cli_acp_init_field: None
  cli_acp_init_sentence: None
  cli_acp_init_tool: None
  cli_acp_init_openapi: None
  cli_acp_init_operation: None
  cli_acp_init_describe: None
  cli_acp_sign: None
  cli_acp_sign_key: None
  cli_acp_sign_take: None
  cli_acp_pack: None
  cli_acp_pack_out: None
  cli_acp_import: None
  cli_acp_import_out: None
  cli_did: None
  cli_did_resolve: None
  cli_did_fresh: None
  cli_did_auth: None
  cli_did_auth_create: None
  cli_did_auth_verify: None
  cli_did_operation: None
  cli_did_param: None
  cli_did_params: None
  cli_did_audience: None
  cli_did_key: None
  cli_authorizations: None
  cli_authorizations_list: None
  cli_authorizations_show: None
  cli_authorizations_revoke: None
  cli_authorizations_delegate: None
  cli_authorizations_verify: None
  cli_authorizations_to: None
  cli_authorizations_actions: None
  cli_authorizations_days: None
  cli_authorizations_target: None
  cli_authorizations_action: None
  cli_authorizations_schema: None
  cli_authorizations_allow: None
  cli_authorizations_until: None
  cli_data_salvage: None
  cli_data_salvage_rehearse: None
  cli_data_salvage_out: None
  cli_data_check: None
  cli_data_check_now: None
  cli_apps: None
  cli_apps_list: None
  cli_apps_revoke: None
  cli_apps_allow: None
  cli_chat_export: None
  cli_chat_export_format: None
  cli_chat_export_out: None
  cli_chat_import: None
  cli_form_quantity: { choice: Text }
  cli_trust_report: None
  cli_trust_report_words: None
  cli_acp_init_icon: None
  cli_acp_init_contact: None
  cli_acp_init_change: None
  cli_acp_pictures: None
  cli_acp_pictures_files: None
  cli_ipfs: None
  cli_ipfs_status: None
  cli_ipfs_add: None
  cli_ipfs_get: None
  cli_ipfs_get_out: None
  cli_ipfs_pin: None
  cli_ipfs_unpin: None
  cli_ipfs_pins: None
  cli_ipfs_sweep: None
  cli_ipfs_set: None
  cli_ipfs_off: None
  cli_ipfs_none: None
  cli_ipfs_own_peers: None
  cli_ipfs_here: None
  cli_ipfs_peers: { count: number }
  cli_ipfs_gateway_line: { answered: Text; failed: Text }
  cli_ipfs_swept: { count: number }
  cli_ipfs_from: { sources: Text; sha256: Text }
  cli_cap_module_fetch: None
  cli_q_fetch_module: { cid: Text; sources: Text }
  cli_keys: None
  cli_keys_status: None
  cli_keys_list: None
  cli_keys_create: None
  cli_keys_kind: None
  cli_keys_label: None
  cli_keys_rotate: None
  cli_keys_retire: None
  cli_keys_default: None
  cli_keys_import: None
  cli_keys_import_label: None
  cli_keys_export: None
  cli_keys_backup: None
  cli_keys_restore: None
  cli_keys_dry_run: None
  cli_keys_as_owner: None
  cli_keys_log: None
  cli_keys_log_verify: None
  cli_keys_log_export: None
  cli_keys_log_limit: None
  cli_keys_unlock: None
  cli_keys_lock: None
  cli_keys_move: None
  cli_keys_passphrase: None
  cli_keys_sign: None
  cli_keys_verify: None
  cli_keys_file: None
  cli_keys_key: None
  cli_keys_key_id: None
  cli_keys_signature: None
  cli_keys_signed_name: { text: Text }
  cli_keys_is_owner: None
  cli_keys_is_default: None
  cli_keys_is_retired: None
  cli_keys_in_keychain: { name: Text }
  cli_keys_in_vault: None
  cli_keys_state_ready: None
  cli_keys_state_locked: None
  cli_keys_state_missing: None
  cli_keys_state_damaged: None
  cli_keys_locks_at: { time: Text }
  cli_keys_made: { label: Text; did: Text }
  cli_keys_imported: { label: Text; did: Text }
  cli_keys_renamed: { label: Text }
  cli_keys_rotated: { did: Text }
  cli_keys_rotated_stated: None
  cli_keys_rotated_unstated: None
  cli_keys_retired: { label: Text }
  cli_keys_default_is: { label: Text }
  cli_keys_written: { path: Text; count: number }
  cli_keys_backup_without: None
  cli_keys_backup_of: { time: Text; did: Text }
  cli_keys_outcome_new: None
  cli_keys_outcome_present: None
  cli_keys_outcome_secret_returned: None
  cli_keys_dry: None
  cli_keys_restored: { count: number }
  cli_keys_data_key_back: None
  cli_keys_data_key_fits: None
  cli_keys_backup_data_key: None
  cli_keys_log_whole: { records: Text }
  cli_keys_log_head: { head: Text }
  cli_keys_log_broken: { id: Text; time: Text; purpose: Text }
  cli_keys_log_written: { path: Text; records: Text }
  cli_keys_locked: None
  cli_keys_moved_keychain: None
  cli_keys_moved_vault: None
  cli_keys_passphrase_changed: None
  cli_keys_valid: { key: Text }
  cli_keys_not_valid: { key: Text }
  cli_keys_ask_backup: None
  cli_keys_ask_import: None
  cli_keys_ask_vault: None
  cli_q_rotate_owner: { did: Text }
  cli_q_retire: { label: Text }
  cli_q_default: { label: Text; before: Text }
  cli_q_export: { label: Text }
  cli_q_backup: None
  cli_q_as_owner: { next: Text; did: Text }
  cli_unlock_vault: None
  cli_q_unlock: None
  cli_unlock_no_person: None
  cli_unlock_keychain: { keychain: Text }
  cli_q_unlock_keychain: None
  cli_memory: None
  cli_memory_list: None
  cli_memory_remember: None
  cli_memory_pin: None
  cli_memory_unpin: None
  cli_memory_forget: None
  cli_memory_forgotten: None
  cli_memory_stays: None
  cli_memory_leaves: { when: Text }
  cli_models: None
  cli_models_list: None
  cli_models_recommended: None
  cli_models_local: None
  cli_models_show: None
  cli_models_pull: None
  cli_models_pull_name: None
  cli_models_no_wait: None
  cli_models_stop: None
  cli_models_delete: None
  cli_models_unload: None
  cli_models_guide: None
  cli_models_match: None
  cli_models_test: None
  cli_models_test_provider: None
  cli_model_there: { model: Text }
  cli_model_pulling: { model: Text }
  cli_model_stopped: { model: Text }
  cli_q_model_delete: { model: Text; size: Text }
  cli_model_deleted: { model: Text }
  cli_model_unloaded: { model: Text }
  cli_model_guided: { model: Text }
  cli_model_not_guided: { model: Text }
  cli_endpoints: None
  cli_endpoints_list: None
  cli_endpoints_presets: None
  cli_endpoints_add: None
  cli_endpoints_change: None
  cli_endpoints_preset: None
  cli_endpoints_protocol: None
  cli_endpoints_url: None
  cli_endpoints_name: None
  cli_endpoints_window: None
  cli_endpoints_tools: None
  cli_endpoints_vision: None
  cli_endpoints_no_vision: None
  cli_endpoints_model: None
  cli_endpoints_key: None
  cli_endpoints_forget_key: None
  cli_endpoints_test: None
  cli_endpoints_remove: None
  cli_q_model_key: None
  cli_endpoint_key_kept: { id: Text }
  cli_endpoint_key_forgotten: { id: Text }
  cli_endpoint_answers: { ms: number; count: number }
  cli_endpoint_removed: { id: Text }
  cli_q_endpoint_remove: { name: Text }
  cli_q_endpoint_remote: { name: Text; host: Text }
  cli_models_usage: None
  cli_models_usage_month: None
  cli_models_usage_about: { tokens: Text }
  cli_models_usage_unpriced: { tokens: Text }
  cli_models_price: None
  cli_models_price_input: None
  cli_models_price_output: None
  cli_models_price_forget: None
  cli_models_price_set: { model: Text }
  cli_profile: None
  cli_profile_list: None
  cli_profile_set: None
  cli_profile_remove: None
  cli_profile_clear: None
  cli_question_profile: None
  cli_question_model_reads: None
  cli_prompts: None
  cli_prompts_list: None
  cli_prompts_show: None
  cli_prompts_add: None
  cli_prompts_edit: None
  cli_prompts_new_name: None
  cli_prompts_text: None
  cli_prompts_remove: None
  cli_prompts_fill: None
  cli_prompts_values: None
  cli_prompts_export: None
  cli_prompts_import: None
  cli_prompts_yours: None
  cli_prompts_saved: { name: Text }
  cli_prompts_removed: { name: Text }
  cli_prompts_exported: { path: Text }
  cli_prompts_imported: { imported: number; known: number }
  cli_personas: None
  cli_personas_list: None
  cli_personas_show: None
  cli_personas_add: None
  cli_personas_edit: None
  cli_personas_remove: None
  cli_personas_instructions: None
  cli_personas_model: None
  cli_personas_capabilities: None
  cli_market_sources: None
  cli_market_sources_list: None
  cli_market_sources_add: None
  cli_market_sources_index: None
  cli_market_sources_registry: None
  cli_market_sources_folder: None
  cli_market_sources_set: None
  cli_market_sources_position: None
  cli_market_sources_remove: None
  cli_market_trust: None
  cli_market_trust_trusted: None
  cli_market_trust_ask: None
  cli_market_trust_off: None
  cli_market_kind_builtin: None
  cli_market_kind_folder: None
  cli_market_kind_indexer: None
  cli_market_kind_chain: None
  cli_market_state_fresh: { time: Text }
  cli_market_state_cached: { time: Text }
  cli_market_state_failed: None
  cli_market_state_off: None
  cli_market_state_not_asked: None
  cli_market_search: None
  cli_market_filter: None
  cli_market_filter_source: None
  cli_market_sort: None
  cli_market_limit: None
  cli_market_cursor: None
  cli_market_resolve: None
  cli_market_capability: None
  cli_market_source: None
  cli_market_updates: None
  cli_market_updates_check: None
  cli_market_offered: { name: Text; from: Text; version: Text; source: Text }
  cli_market_withdrawn: { name: Text; version: Text; source: Text; reason: Text }
  cli_market_never_checked: None
  cli_market_silent: { source: Text; time: Text }
  cli_market_never_answered: { source: Text }
  cli_market_no_answer: None
  cli_market_no_sources: None
  cli_market_checked: { time: Text }
  cli_market_none: None
  cli_market_more: { cursor: Text }
  cli_market_mark_conflict: None
  cli_market_mark_update: None
  cli_market_mark_installed: None
  cli_market_claim: { source: Text; version: Text; author: Text; sha256: Text }
  cli_market_from_cache: { source: Text; time: Text; problem: Text }
  cli_market_source_problem: { source: Text; problem: Text }
  cli_market_size: { tools: number; tokens: number }
  cli_market_fetch_find: None
  cli_market_fetch_fetch: None
  cli_market_fetch_verify: { bytes: Text }
  cli_market_fetch_read: None
  cli_market_verified: None
  cli_market_step_event: None
  cli_market_step_cid: None
  cli_market_step_sha256: None
  cli_market_step_signature: None
  cli_market_step_author: None
  cli_market_check_held: None
  cli_market_check_failed: None
  cli_market_check_not_checked: None
  cli_cap_what: None
  cli_cap_accept_source: None
  cli_cap_accept_conflict: None
  cli_cap_accept_unlisted: None
  cli_cap_accept_unchecked: None
  cli_cap_accept_yanked: None
  cli_cap_accept_blocked: None
  cli_q_source: { problem: Text }
  cli_registry: None
  cli_registry_account: None
  cli_registry_account_create: None
  cli_registry_account_none: None
  cli_registry_account_backup: None
  cli_registry_chains: None
  cli_registry_chains_list: None
  cli_registry_chains_add: None
  cli_registry_chains_rpc: None
  cli_registry_chains_chain: None
  cli_registry_chains_contract: None
  cli_registry_chains_start: None
  cli_registry_chains_confirmations: None
  cli_registry_chains_remove: None
  cli_registry_chains_added: { name: Text }
  cli_registry_chains_removed: { name: Text }
  cli_registry_name: None
  cli_registry_which: None
  cli_registry_dry_run: None
  cli_registry_show: None
  cli_registry_owner: { owner: Text }
  cli_registry_offered: { address: Text }
  cli_registry_author: { author: Text }
  cli_registry_votes: { up: Text; down: Text }
  cli_registry_yanked: { reason: Text }
  cli_registry_yank: None
  cli_registry_yank_reason: None
  cli_registry_vote: None
  cli_registry_transfer: None
  cli_registry_transfer_to: None
  cli_registry_transfer_cancel: None
  cli_registry_accept: None
  cli_registry_accept_author: None
  cli_registry_cost: { cost: Text; balance: Text }
  cli_registry_settled: { block: Text; fee: Text }
  cli_q_registry_yank: { name: Text; version: Text }
  cli_q_registry_vote: { name: Text }
  cli_q_registry_transfer: { name: Text; address: Text }
  cli_q_registry_cancel: { name: Text }
  cli_q_registry_accept: { name: Text }
  cli_registry_serve: None
  cli_registry_db: None
  cli_registry_serve_http: None
  cli_registry_serving: { url: Text }
  cli_registry_index: None
  cli_registry_index_rpc: None
  cli_registry_index_once: None
  cli_registry_index_serve: None
  cli_registry_index_listen: None
  cli_registry_index_place: { contract: Text; chain: Text; start: Text; index: Text }
  cli_registry_index_read: { from: Text; to: Text; events: Text }
  cli_registry_index_verified: { uri: Text }
  cli_registry_index_refused: { uri: Text; code: Text; problem: Text }
  cli_registry_index_waiting: { uri: Text; code: Text; seconds: Text; problem: Text }
  cli_registry_index_reorganised: { to: Text; from: Text }
  cli_registry_index_anew: None
  cli_registry_index_caught_up: { block: Text }
  cli_registry_index_failed: { code: Text; seconds: Text; problem: Text }
  cli_registry_index_embedding_failed: { problem: Text }
  cli_registry_index_standing_by: None
  cli_registry_index_election_lost: None
  cli_registry_dev: None
  cli_registry_dev_port: None
  cli_registry_dev_empty: None
  cli_registry_dev_fund: None
  cli_registry_dev_running: None
  cli_registry_dev_use: None
  cli_registry_dev_chain: None
  cli_registry_dev_contract: None
  cli_registry_dev_index: None
  cli_registry_dev_files: None
  cli_registry_dev_samples: None
  cli_registry_dev_ended: None
  cli_registry_dev_keep: None
  cli_registry_dev_kept: None
  cli_registry_dev_later: None
  cli_registry_dev_fund_later: None
  cli_registry_dev_whose: None
  cli_registry_dev_rpc: None
  cli_registry_dev_funded: { address: Text; coins: Text }
  cli_registry_publish: None
  cli_registry_publish_dry_run: None
  cli_registry_publications: None
  cli_registry_publications_resume: None
  cli_registry_publish_dearer: None
  cli_registry_publications_cancel: None
  cli_publish_where: { uri: Text; registry: Text; chain: Text; contract: Text }
  cli_publish_check: { title: Text; bytes: Text; did: Text }
  cli_publish_sign: { did: Text }
  cli_publish_sign_kept: None
  cli_publish_add: { places: Text }
  cli_publish_submit: { account: Text; gas: Text; fee: Text; cost: Text; balance: Text }
  cli_publish_submit_done: None
  cli_publish_confirm: None
  cli_publish_nothing_done: None
  cli_publish_too_little: { account: Text }
  cli_publish_note_kept_here_only: None
  cli_publish_note_other_author: None
  cli_publish_note_account_not_backed_up: None
  cli_publish_note_name_new: None
  cli_publish_goes_on: { date: Text }
  cli_publish_already: { name: Text; version: Text }
  cli_publish_yanked: { reason: Text }
  cli_publish_signed: { sha256: Text }
  cli_publish_written: { file: Text }
  cli_publish_not_written: { file: Text }
  cli_publish_added: { cid: Text }
  cli_publish_sent: { tx: Text }
  cli_publish_published: { name: Text; version: Text }
  cli_publish_indexes: None
  cli_publish_index_taken: None
  cli_publish_index_other_file: None
  cli_publish_index_refused: { reason: Text; code: Text }
  cli_publish_index_waiting: { reason: Text }
  cli_publish_index_fetching: None
  cli_publish_index_not_yet: None
  cli_publish_index_other_registry: None
  cli_publish_index_unlisted: None
  cli_publish_index_silent: { problem: Text }
  cli_publish_indexes_later: None
  cli_publication_running: { step: Text }
  cli_publication_interrupted: { step: Text }
  cli_publication_failed: { step: Text }
  cli_publication_published: None
  cli_publication_step_sign: None
  cli_publication_step_add: None
  cli_publication_step_submit: None
  cli_publication_step_confirm: None
  cli_publication_step_done: None
  cli_publication_cancelled: { name: Text; version: Text }
  cli_publish_waits: { cost: Text }
  cli_publish_waits_not: None
  cli_q_registry_dearer: { name: Text; version: Text; cost: Text }
  cli_q_registry_publish: { name: Text; version: Text }
  cli_publish_note_earlier_unread: None
  cli_market_not_installable: { problem: Text }
  cli_market_passed_over: { version: Text; problem: Text }
  cli_market_sources_static: None
  cli_market_sources_did: None
  cli_market_sources_signed_by: { did: Text; time: Text; count: number }
  cli_market_kind_static: None
  cli_registry_export: None
  cli_registry_export_folder: None
  cli_registry_export_files: None
  cli_registry_export_withdraw: None
  cli_registry_export_hand_over: None
  cli_registry_export_valid_days: None
  cli_registry_export_renew: None
  cli_registry_export_time: None
  cli_registry_exported: { folder: Text; packages: number; versions: number; added: Text; withdrawn: Text }
  cli_registry_export_unchanged: { folder: Text; packages: number; versions: number }
  cli_q_blocked: { list: Text; title: Text; version: Text; reason: Text }
  cli_review_blocked: { list: Text; reason: Text }
  cli_review_recommended: { lists: Text }
  cli_doctor_blocked: { title: Text; version: Text; list: Text; reason: Text }
  cli_doctor_blocked_advice: { name: Text }
  cli_trust: None
  cli_trust_list: None
  cli_trust_add: None
  cli_trust_place: None
  cli_trust_name: None
  cli_trust_did: None
  cli_trust_show: None
  cli_trust_update: None
  cli_trust_remove: None
  cli_trust_draft: None
  cli_trust_sign: None
  cli_trust_draft_file: None
  cli_trust_signed_file: None
  cli_trust_valid_days: None
  cli_trust_found: { title: Text; did: Text; time: Text; blocked: number; recommended: number; collections: number }
  cli_q_trust_follow: { did: Text }
  cli_trust_followed: { name: Text }
  cli_trust_removed: { name: Text }
  cli_trust_row: { blocked: number; recommended: number; collections: number }
  cli_trust_of: { time: Text }
  cli_trust_outcome_changed: { name: Text }
  cli_trust_outcome_same: { name: Text }
  cli_trust_outcome_failed: { name: Text }
  cli_trust_blocked: None
  cli_trust_recommended: None
  cli_trust_collections: None
  cli_trust_reports: { contact: Text }
  cli_trust_draft_written: { file: Text }
  cli_trust_written: { file: Text; did: Text; time: Text }
  cli_market_holds: { count: number; did: Text }
  cli_trust_report_subject: { name: Text; version: Text }
  cli_trust_report_body: { uri: Text; sha256: Text; author: Text; text: Text }
  cli_trust_report_to: None
  cli_trust_report_author: None
  cli_trust_report_nobody: None
  cli_registry_export_pictures: { file: Text }
  cli_publish_note_pictures_missing: None
  cli_router: None
  cli_router_why: None
  cli_router_why_message: None
  cli_router_why_using: None
  cli_router_why_with: None
  cli_router_eval: None
  cli_router_corrections: None
  cli_router_correct: None
  cli_router_forget: None
  cli_router_corrected: { text: Text; capability: Text }
  cli_router_corrected_none: { text: Text }
  cli_router_correct_none: None
  cli_router_no_capability: None
  cli_router_forgotten: None
  cli_q_salvage: None
  cli_salvage_step: { step: Text }
  cli_salvage_pages: { lost: number; pages: Text }
  cli_salvage_changes: { lost: number; kept: Text }
  cli_salvage_open_end: { last: Text }
  cli_salvage_objects: { count: number }
  cli_salvage_copies: { count: number }
  cli_salvage_incomplete: { count: number }
  cli_salvage_schemas: { count: number }
  cli_salvage_table: { name: Text; kept: number; restored: number; refused: number; broken: Text }
  cli_salvage_more: { count: number }
  cli_salvage_kept: { path: Text }
  cli_salvage_report: { path: Text }
  cli_salvage_rehearsed: None
  cli_disk_room: { state: Text; path: Text; free: Text }
  cli_disk_removable: None
  cli_disk_file: { path: Text; bytes: Text }
  cli_check_never: None
  cli_check_done: { count: number; time: Text }
  cli_check_helps: None
  cli_check_stage: { stage: Text }
  cli_check_finding: { kind: Text; what: Text; mended: Text }
  cli_sampling_asks: { title: Text; tool: Text; tokens: Text }
  cli_sampling_answered: { model: Text; title: Text }
  cli_sampling_cut: None
  cli_q_sampling_ask: None
  cli_q_sampling_send: None
  cli_servers_sampling: None
  cli_servers_sampling_off: None
  cli_q_servers_sampling: { uri: Text }
  cli_server_sampling_on: { uri: Text }
  cli_server_sampling_off: { uri: Text }
  cli_servers_log_level: None
  cli_server_log_level: { uri: Text; level: Text }
  cli_servers_timeout: None
  cli_server_timeout: { uri: Text; seconds: Text }
  cli_server_timeout_usual: { uri: Text; seconds: Text }
  cli_servers_sign_in: None
  cli_servers_client_id: None
  cli_servers_client_secret: None
  cli_servers_sign_out: None
  cli_signin_go: { issuer: Text; uri: Text }
  cli_signin_wait: { until: Text }
  cli_signin_done: { uri: Text; tools: number }
  cli_signin_needed: { uri: Text }
  cli_signout_done: { uri: Text }
  cli_signout_failed: { uri: Text }
  cli_signout_not_offered: { uri: Text }
  cli_server_bundle: { name: Text; version: Text }
  cli_bundle_updates: { uri: Text; before: Text; after: Text }
  cli_bundle_files: { added: Text; changed: Text; removed: Text }
  cli_servers_set: None
  cli_servers_set_secret: { key: Text }
  cli_q_setup_secret: { title: Text }
  cli_servers_registry: None
  cli_servers_registry_search: None
  cli_servers_registry_cursor: None
  cli_servers_registry_show: None
  cli_servers_registry_version: None
  cli_servers_registry_add: None
  cli_servers_registry_way: None
  cli_servers: None
  cli_doctor_sandbox: None
  cli_doctor_limits: None
  cli_limits_system: { processes: number }
  cli_limits_watched: { processes: number }
  cli_servers_list: None
  cli_servers_add: None
  cli_servers_uri: None
  cli_servers_command: None
  cli_servers_url: None
  cli_servers_did: None
  cli_servers_read: None
  cli_servers_write: None
  cli_servers_host: None
  cli_servers_env: None
  cli_servers_memory: None
  cli_servers_env_secret: None
  cli_servers_header: None
  cli_servers_header_secret: None
  cli_servers_cwd: None
  cli_servers_unsandboxed: None
  cli_servers_import: None
  cli_servers_import_only: None
  cli_servers_import_keep: None
  cli_servers_test: None
  cli_servers_logs: None
  cli_servers_accept: None
  cli_servers_trust: None
  cli_servers_trust_off: None
  cli_servers_stop: None
  cli_servers_restart: None
  cli_servers_remove: None
  cli_q_server_add_address: { uri: Text; what: Text }
  cli_q_server_add: { uri: Text; what: Text; grants: Text }
  cli_q_server_open: { uri: Text; what: Text; variables: Text }
  cli_q_server_accept: { uri: Text; tools: Text }
  cli_q_server_doubtful: { uri: Text; tools: Text }
  cli_server_unread: { uri: Text; tools: Text }
  cli_server_waiting: { uri: Text; tools: Text }
  cli_q_server_trust: { uri: Text }
  cli_server_added: { uri: Text; tools: number }
  cli_server_kept: { uri: Text; problem: Text }
  cli_server_skipped: { name: Text; problem: Text }
  cli_server_asked_secret: { name: Text; names: Text }
  cli_server_off: { name: Text }
  cli_server_answers: { name: Text; version: Text; protocol: Text; milliseconds: Text }
  cli_server_accepted: { uri: Text }
  cli_server_trusted: { uri: Text }
  cli_server_not_trusted: { uri: Text }
  cli_server_removed: { uri: Text }
  cli_server_reads: { path: Text }
  cli_server_writes: { path: Text }
  cli_server_connects: { host: Text }
  cli_server_nothing: None
  cli_server_from_secret: { name: Text; secret: Text }
  cli_server_sealed: { name: Text }
  cli_server_no_variables: None
  cli_cap_secrets: None
  cli_cap_secret: None
  cli_cap_forget_secret: None
  cli_cap_secret_host: None
  cli_servers_secrets: None
  cli_servers_secret: None
  cli_servers_secret_name: None
  cli_servers_forget_secret: None
  cli_q_secret: None
  cli_secret_kept: { name: Text }
  cli_secret_forgotten: { name: Text }
  cli_secret_given: None
  cli_secret_missing: None
  cli_secret_not_asked: None
  cli_servers_resources: None
  cli_servers_resource_read: None
  cli_servers_resource: None
  cli_servers_var: None
  cli_servers_save: None
  cli_servers_watch: None
  cli_servers_prompts: None
  cli_servers_prompt: None
  cli_servers_arg: None
  cli_servers_complete: None
  cli_servers_complete_of: None
  cli_server_more: None
  cli_server_omitted: { count: number }
  cli_server_bytes: { bytes: Text; type: Text }
  cli_server_content: { type: Text; bytes: Text }
  cli_server_saved: { path: Text }
  cli_server_watching: { resource: Text }
  cli_server_changed: None
  cli_servers_enable: None
  cli_servers_disable: None
  cli_servers_chat: None
  cli_servers_chat_on: None
  cli_servers_chat_off: None
  cli_servers_chat_about: None
  cli_server_chat_on: { uri: Text }
  cli_server_chat_off: { uri: Text }
  cli_server_tool_on: { tool: Text; uri: Text }
  cli_server_tool_off: { tool: Text; uri: Text }
  cli_servers_show: None
  cli_server_fetches: { program: Text; packages: Text; host: Text }
  cli_server_pinned: { title: Text; parts: Text; at: Text; sha256: Text }
  cli_server_found: { title: Text; at: Text; sha256: Text }
  cli_server_unpinned: None
  cli_server_unpinned_because: { what: Text }
  cli_server_unpinned_image: { what: Text }
  cli_server_accepted_at: { at: Text }
  cli_q_server_move: { uri: Text; real: Text; path: Text }
  cli_q_server_package: { uri: Text; title: Text }
  cli_mcp: None
  cli_mcp_as: None
  cli_activity_program: None
  cli_share: None
  cli_share_list: None
  cli_share_tools: None
  cli_share_expose: None
  cli_share_ids: None
  cli_share_surface: None
  cli_share_hide: None
  cli_share_refuse: None
  cli_share_token: None
  cli_share_token_drop: None
  cli_share_token_once: None
  cli_share_revoke: None
  cli_share_http: None
  cli_share_port: None
  cli_share_setup: None
  cli_share_for: None
  cli_q_share_expose: { name: Text; ids: Text }
  cli_q_share_token: { name: Text }
  cli_q_share_http: None
  cli_share_offers: None
  cli_skill: None
  cli_skill_list: None
  cli_skill_show: None
  cli_skill_look: None
  cli_skill_add: None
  cli_skill_trust: None
  cli_skill_untrust: None
  cli_skill_enable: None
  cli_skill_disable: None
  cli_skill_remove: None
  cli_skill_path: None
  cli_skill_names: None
  cli_skill_as: None
  cli_skill_id: None
  cli_skill_file: None
  cli_skill_word: None
  cli_skill_folder: { word: Text; path: Text }
  cli_skill_folder_missing: { word: Text; path: Text }
  cli_skill_files: { count: number; size: Text }
  cli_skill_differs: { version: Text }
  cli_q_skill_add: { names: Text; path: Text }
  cli_q_skill_trust: { path: Text; names: Text }
  cli_skill_added: { id: Text; version: Text }
  cli_skill_nothing_new: None
  cli_skill_removed: { id: Text }
  cli_skill_untrusted: { word: Text }
  cli_state_usage_scope: { scope: Text; owner: Text; bytes: Text; limit: Text; percent: Text }
  cli_state_usage_part: { schema: Text; objects: number; objectBytes: Text; changes: number; changeBytes: Text }
  cli_state_expires: { schema: Text; next: Text; soon: Text }
  cli_state_strategy_unknown: { strategy: Text }
  cli_state_purged: { expired: number; evicted: number; compressed: number; bytes: Text }
  cli_state_limited: { scope: Text; limit: Text }
  cli_state_scope_of_many: { scope: Text; owners: Text }
  cli_state_export: None
  cli_state_export_scope: None
  cli_state_export_since: None
  cli_state_export_out: None
  cli_state_overwrite: None
  cli_state_import: None
  cli_state_vectors: None
  cli_state_rebuild: None
  cli_state_rebuild_check: None
  cli_state_exported: { changes: number; bytes: number; path: Text }
  cli_state_imported: { applied: number; known: number; waiting: number; objects: number }
  cli_state_imported_doubts: { conflicts: number; invalid: number }
  cli_state_search_more: { count: number }
  cli_state_search_incomplete: None
  cli_state_views_ok: { objects: number; schemas: number; changes: number }
  cli_state_views_differ: None
  cli_state_query_explain: None
  cli_state_more: { cursor: Text }
  cli_state_explained: { rows: number; milliseconds: number; mostRows: number; mostMilliseconds: number }
  cli_state_explained_indexes: { fields: Text }
  cli_state_explained_suggestions: { fields: Text }
  cli_state_history_diff: None
  cli_state_history_limit: None
  cli_state_at: None
  cli_state_revert: None
  cli_state_revert_change: None
  cli_state_revert_turn: None
  cli_state_revert_capability: None
  cli_state_revert_scope: None
  cli_state_dry_run: None
  cli_state_prove: None
  cli_state_proof_out: None
  cli_state_verify_proof: None
  cli_state_expect: None
  cli_state_anchor: None
  cli_state_anchors: None
  cli_state_root: None
  cli_state_root_since: None
  cli_state_owner: None
  cli_q_revert: { count: number }
  cli_revert_updated: None
  cli_revert_deleted: None
  cli_revert_revived: None
  cli_revert_unchanged: None
  cli_revert_kept: None
  cli_kept_changed_later: None
  cli_kept_purged: None
  cli_kept_invalid: None
  cli_kept_append_only: None
  cli_kept_core_model: None
  cli_proof_written: { path: Text; hash: Text }
  cli_proof_holds: None
  cli_proof_fails: None
  cli_anchored: { number: Text; hash: Text }
  cli_content_unknown: None
  cli_proof_step_version: None
  cli_proof_step_format: None
  cli_proof_step_snapshot: None
  cli_proof_step_ops: None
  cli_proof_step_ops_purged: None
  cli_proof_step_change: None
  cli_proof_step_inclusion: None
  cli_proof_step_consistency: None
  cli_proof_step_object: None
  cli_proof_step_anchor: None
  cli_proof_step_no_anchor: None
  cli_proof_step_expected: None
  cli_state_schema: None
  cli_state_schema_list: None
  cli_state_schema_show: None
  cli_state_schema_register: None
  cli_state_schema_as: None
  cli_state_schema_scope: None
  cli_state_schema_registered: { uri: Text }
  cli_state_schema_remove: None
  cli_q_state_schema_remove: { uri: Text; count: number }
  cli_state_schema_missing: None
  cli_state_schema_add: None
  cli_q_schema_add: { uri: Text; owner: Text }
  cli_schema_added: { uri: Text; applied: number }
  cli_schema_missing: { count: number }
  cli_schema_attempt_found: None
  cli_schema_attempt_none: None
  cli_schema_attempt_failed: None
  cli_schema_attempt_refused: None
  cli_schema_status_here: None
  cli_schema_status_kept: { source: Text }
  cli_schema_status_found: { source: Text }
  cli_schema_package: { name: Text; version: Text; author: Text }
  cli_schema_place: { owner: Text; scope: Text; visibility: Text }
  cli_schema_waiting: { count: number }
  cli_state_import_find: None
  cli_schema_sources: None
  cli_schema_sources_list: None
  cli_schema_sources_add: None
  cli_schema_sources_did: None
  cli_schema_sources_url: None
  cli_schema_sources_move: None
  cli_schema_sources_enable: None
  cli_schema_sources_disable: None
  cli_schema_sources_reset: None
  cli_schema_kind_marketplace: None
  cli_schema_kind_author: None
  cli_schema_kind_index: None
  cli_schema_kind_did: None
  cli_schema_kind_web: None
  cli_schema_on: None
  cli_schema_off: None
  cli_state_anchor_chain: None
  cli_state_anchors_list: None
  cli_state_anchors_verify: None
  cli_state_on_chain: None
  cli_q_state_anchor_chain: { number: Text }
  cli_anchored_chain: { number: Text; block: Text; chain: Text; tx: Text; hash: Text }
  cli_anchor_local: None
  cli_anchor_holds: None
  cli_anchor_missing: None
  cli_anchor_unknown: None
  cli_proof_step_chain_named: None
  cli_proof_step_chain: None
  cli_state_purge_evicted: None
  cli_q_purge_evicted: None
  cli_state_clock: None
  cli_state_clock_show: None
  cli_state_clock_confirm: None
  cli_q_clock: { now: Text }
  cli_state_clock_right: { now: Text; confirmed: Text }
  cli_state_clock_doubtful: { now: Text; confirmed: Text }
  cli_threads: None
  cli_threads_check: None
  cli_threads_keys: None
  cli_threads_at: None
  cli_threads_sum: { files: number; all: number; invalid: number }
  cli_threads_state_pending: None
  cli_threads_state_answered: None
  cli_threads_state_declined: None
  cli_threads_state_expired: None
  cli_threads_state_cancelled: None
  cli_threads_state_superseded: None
  cli_threads_state_invalid: None
  cli_threads_common: { names: Text }
  cli_threads_list: None
  cli_threads_show: None
  cli_threads_open: None
  cli_threads_join: None
  cli_threads_send: None
  cli_threads_answer: None
  cli_threads_decline: None
  cli_threads_reply: None
  cli_threads_leave: None
  cli_threads_remove: None
  cli_threads_sent: None
  cli_threads_left: None
  cli_threads_removed: None
  cli_threads_you: None
  cli_threads_item: { item: Text }
  cli_threads_connection_here: None
  cli_threads_connection_live: None
  cli_threads_connection_waiting: None
  cli_threads_connection_stopped: None
  cli_threads_connection_closed: None
  cli_threads_forward: None
  cli_q_threads_form: { host: Text }
  cli_threads_policy: None
  cli_threads_in_words: None
  cli_threads_in_words_back: None
  cli_threads_account: None
  cli_q_payments_pay: { account: Text }
  cli_threads_way: None
  cli_wallets: None
  cli_wallets_list: None
  cli_wallets_create: None
  cli_wallets_import: None
  cli_wallets_watch: None
  cli_wallets_rename: None
  cli_wallets_remove: None
  cli_wallets_networks: None
  cli_wallets_network: None
  cli_wallets_network_name: None
  cli_wallets_network_coin: None
  cli_wallets_limits: None
  cli_wallets_limit: None
  cli_wallets_limit_token: None
  cli_wallets_limit_peer: None
  cli_wallets_history: None
  cli_wallets_made: { label: Text; address: Text }
  cli_wallets_back_up: None
  cli_wallets_renamed: { label: Text }
  cli_wallets_removed: { address: Text }
  cli_wallets_network_set: { chain: Text }
  cli_wallets_network_gone: { chain: Text }
  cli_wallets_limit_set: None
  cli_wallets_limit_gone: None
  cli_q_wallets_remove: { address: Text }
  cli_q_wallets_tell: { account: Text }
  cli_q_wallets_sign: { account: Text }
  cli_q_wallets_send: { account: Text }
  cli_wallets_family: None
  cli_q_wallets_secret: None
  cli_running: { pid: Text; version: Text; dataDir: Text }
  cli_not_running: None
  cli_stopped: None
  cli_phase_starting: None
  cli_phase_ready: None
  cli_phase_needs_vault: None
  cli_phase_blocked: None
  cli_phase_stopping: None
  cli_web_ready: { url: Text }
  cli_web_once: { until: Text }
  cli_web_opening: None
  cli_web_not_opened: None
  cli_vault_lost: None
  cli_passphrase: None
  cli_passphrase_again: None
  cli_passphrase_differs: None
  cli_passphrase_weak: None
  cli_passphrase_fair: None
  cli_q_passphrase_fair: None
  cli_unlocked: None
  cli_did_read_at: { url: Text; at: Text }
  cli_did_kept: { at: Text; url: Text }
  cli_did_no_keys: None
  cli_did_signed_by: { did: Text; keyId: Text }
  cli_ask: { question: Text }
  cli_declined: None
  cli_q_install: { title: Text; version: Text; author: Text }
  cli_q_remove: { name: Text }
  cli_q_purge: { name: Text }
  cli_q_set_aside: None
  cli_q_revoke: { id: Text; actions: Text; target: Text }
  cli_q_delegate: { controller: Text; target: Text; days: Text; actions: Text }
  cli_revoked: { id: Text }
  cli_authorization_in_force: None
  cli_authorization_revoked: None
  cli_authorization_ended: None
  cli_authorization_good: { controller: Text; expiresAt: Text }
  cli_installed: { title: Text; version: Text }
  cli_removed: { name: Text }
  cli_kept_at: { path: Text }
  cli_review_look_alike: { other: Text; name: Text; known: Text }
  cli_review_author: { did: Text; trust: Text }
  cli_review_hosts: { hosts: Text }
  cli_review_no_hosts: None
  cli_review_may: None
  cli_review_tools: None
  cli_review_off: { reason: Text }
  cli_review_prompt: { tokens: Text }
  cli_review_warnings: None
  cli_trust_built_in: None
  cli_trust_known: None
  cli_trust_new: None
  cli_trust_own: None
  cli_trust_key_changed: None
  cli_valid: { file: Text; did: Text }
  cli_acp_ok: { file: Text }
  cli_acp_warned: { file: Text; count: number }
  cli_acp_facts: { uri: Text; sha256: Text; cid: Text }
  cli_problem_found_expected: { found: Text; expected: Text }
  cli_problem_found: { found: Text }
  cli_problem_expected: { expected: Text }
  cli_acp_written: { file: Text }
  cli_acp_signed: { file: Text; did: Text }
  cli_acp_sign_same: None
  cli_acp_sign_changed: { lines: Text }
  cli_acp_imported: { file: Text }
  cli_acp_not_carried: None
  cli_acp_import_lint: { count: number; file: Text }
  cli_q_acp_name: None
  cli_q_acp_title: None
  cli_q_acp_description: None
  cli_q_acp_record: None
  cli_q_acp_fields: { kinds: Text }
  cli_acp_left_out: { name: Text; reason: Text }
  cli_none: None
  cli_data: None
  cli_data_status: None
  cli_data_encrypt: None
  cli_data_decrypt: None
  cli_q_encrypt: None
  cli_q_decrypt: None
  cli_encrypted_keychain: None
  cli_encrypted_vault: None
  cli_doctor_copied: { from: Text; time: Text }
  cli_doctor_new_name: { time: Text }
  cli_data_key_backed_up: { time: Text }
  cli_data_key_not_backed_up: None
  cli_not_encrypted: None
  cli_readable_copies: None
  cli_q_share: { to: Text; allow: Text; owner: Text; scope: Text; until: Text }
  cli_shared: { to: Text; until: Text; id: Text }
  cli_q_app_revoke: { owner: Text; app: Text }
  cli_app_revoked: { owner: Text; app: Text }
  cli_app_allowed: { owner: Text; app: Text }
  cli_chat_search_behind: None
  cli_chat_exported: { path: Text }
  cli_chat_imported: { imported: number; messages: number }
  cli_chat_import_known: { count: number }
  cli_chat_import_unreadable: { count: number }
  cli_chat_import_cut: { count: number }
  cli_chat_search_none: None
  cli_chat_details: None
  cli_chat_persona: None
  cli_author_domain: { domain: Text }
  cli_author_domain_claimed: { domain: Text }
  cli_author_did: None
  cli_chat_interface: { server: Text }
  description_verdict_valid: None
  description_verdict_valid_legacy: None
  description_verdict_not_domain_bound: None
  description_verdict_unsigned: None
  description_verdict_unsupported: None
  description_verdict_invalid: None
  description_reason_signed: None
  description_reason_legacy_hash: None
  description_reason_legacy_encoding: None
  description_reason_domain_matches: None
  description_reason_domain_of_own_address: None
  description_reason_no_domain: None
  description_reason_unreadable: None
  description_reason_no_proof: None
  description_reason_proof_unreadable: None
  description_reason_proof_type_unknown: None
  description_reason_proof_purpose: None
  description_reason_no_did: None
  description_reason_key_of_another_did: None
  description_reason_key_unavailable: None
  description_reason_type_not_of_key: None
  description_reason_signature_unreadable: None
  description_reason_wrong_signature: None
  description_reason_domain_without_challenge: None
  description_reason_wrong_domain: None
  description_reason_challenge_reused: None
  description_reason_created_unreadable: None
  description_reason_created_in_future: None
  description_reason_key_of_host: None
  description_reason_did_of_another_host: None
  description_reason_key_elsewhere: None
  description_reason_no_key_address: None
  description_warning_missing: None
  description_warning_prefixed: None
  description_warning_misspelled: None
  description_warning_no_context: None
  description_warning_not_a_text: None
  description_warning_not_a_list: None
  description_warning_not_an_object: None
  description_warning_not_a_time: None
  description_warning_no_kind: None
  description_warning_left_out: None
  description_warning_endpoint_elsewhere: None
  description_pin_first: None
  description_pin_same: { seenAt: Text }
  description_pin_changed: { seenAt: Text; members: Text }
  description_pin_older: { seenAt: Text; members: Text }
  description_pin_key: None
  question_title: None
  question_description: None
  question_for_agents: None
  effect_question: None
  order_title: None
  order_description: None
  order_for_agents: None
  effect_order: { product: Text; amount: Text }
  offer_problem_no_did: None
  offer_problem_did_inactive: None
  offer_problem_no_name: None
  offer_problem_tool_missing: None
  offer_problem_endpoint_closed: None
  threads_title: None
  threads_description: None
  effect_state: { name: Text }
  effect_state_hard: { name: Text }
  effect_http_get: { name: Text; host: Text }
  effect_http_post: { name: Text; host: Text }
  effect_mcp_server: { name: Text; server: Text; action: Text }
  effect_nuwa_a2a: { name: Text; agent: Text; method: Text }
  effect_wasm: { name: Text; tool: Text }
  effect_wasm_hosts: { name: Text; tool: Text; host: Text }
  effect_unknown: { name: Text; tool: Text }
  approval_denied_text: None
  approval_timed_out_text: { minutes: Text }
  approval_changed_text: None
  approval_revoked_text: None
  approval_needs_consent_text: { sentence: Text }
  title_origin_you: None
  title_origin_built_in: None
  title_origin_author: { name: Text }
  title_origin_server: { name: Text }
  title_origin_skill: { name: Text }
  effect_state_shared: { name: Text; schema: Text }
  effect_agent_call: { agent: Text; host: Text }
  effect_agent_reads: { agent: Text; host: Text }
  effect_agent_always: { agent: Text; did: Text; verdict: Text; host: Text; operation: Text }
  effect_agent_buys: { product: Text; amount: Text; agent: Text; did: Text; verdict: Text; host: Text }
  effect_agent_no_amount: None
  effect_agent_no_product: None
  effect_plan: { count: number }
  form_problem_missing: None
  form_problem_number: None
  form_problem_integer: None
  form_problem_minimum: { value: Text }
  form_problem_maximum: { value: Text }
  form_problem_minLength: { count: number }
  form_problem_maxLength: { count: number }
  form_problem_uri: None
  form_problem_email: None
  form_problem_phone: None
  form_problem_date: None
  form_problem_dateTime: None
  form_problem_json: None
  form_problem_choice: None
  form_problem_type: None
  ui_form_secret: None
  ui_form_empty: None
  ui_declined: None
  ui_expired: None
  ui_stopped: None
  ui_no_person: None
  ui_too_many: None
  effect_ui: { name: Text }
  approval_held_text: None
  approval_held_too_many_text: None
  approval_secret_text: None
  effect_http_delete: { name: Text; host: Text }
  tool_not_found: { id: Text }
  tool_not_available: { reason: Text }
  tool_other_version: { name: Text; wanted: Text; version: Text }
  tool_nothing_runs_it: { tool: Text }
  tool_input_invalid: { problem: Text }
  tool_not_permitted: { reason: Text }
  tool_verb_not_granted: { name: Text; verb: Text }
  tool_verb_refused: { name: Text; verb: Text }
  tool_timed_out: { seconds: Text }
  tool_cancelled: None
  tool_daemon_ended: None
  tool_broke: None
  tool_output_unexpected: { said: Text }
  tool_output_too_large: None
  tool_schema_unusable: None
  tool_schema_costly: { problem: Text }
  skill_not_finished: { problem: Text }
  skill_stopped: None
  skill_wants_input: None
  tool_server_unusable: None
  tool_is_other_version: { id: Text; version: Text }
  effect_mcp_tool: { server: Text; action: Text }
  effect_mcp_tool_reads: { server: Text; action: Text }
  skill_needs_conversation: None
  catalogue_note_title: None
  catalogue_note_description: None
  catalogue_note_object: None
  catalogue_note_examples: None
  catalogue_tasks_title: None
  catalogue_tasks_description: None
  catalogue_tasks_object: None
  catalogue_tasks_examples: None
  catalogue_units_title: None
  catalogue_units_description: None
  catalogue_units_object: None
  catalogue_units_examples: None
  chat_which_capability: { names: Text }
  chat_now_using: { name: Text }
  chat_left_all: None
  chat_no_such_capability: { name: Text; names: Text }
  chat_nothing_installed: None
  chat_unknown_tool: { tool: Text }
  chat_exclusive_tool: None
  chat_unreadable_call: None
  chat_repeats_itself: None
  chat_too_many_repairs: None
  chat_too_many_calls: None
  chat_tools_chosen: { title: Text; count: number }
  chat_conversation_cut: None
  chat_cut_by_filter: None
  chat_cut_by_length: None
  chat_only_thought: None
  chat_part_left_out: { kind: Text }
  chat_nothing_said: None
  chat_cut_off: None
  chat_export_untitled: None
  chat_export_you: None
  chat_export_satchel: None
  chat_export_attached: { name: Text }
  chat_export_tool: { tool: Text; status: Text }
  chat_export_ok: None
  chat_export_failed: None
  chat_export_stopped: None
  chat_export_running: None
  chat_export_app: { server: Text }
  chat_export_shown: { server: Text }
  keychain_problem_absent: None
  keychain_problem_locked: None
  keychain_problem_changed: None
  keychain_problem_failed: None
  keychain_problem_chosen: None
  passphrase_advice_straightRow: None
  passphrase_advice_keyPattern: None
  passphrase_advice_simpleRepeat: None
  passphrase_advice_extendedRepeat: None
  passphrase_advice_sequences: None
  passphrase_advice_recentYears: None
  passphrase_advice_dates: None
  passphrase_advice_topTen: None
  passphrase_advice_topHundred: None
  passphrase_advice_common: None
  passphrase_advice_similarToCommon: None
  passphrase_advice_wordByItself: None
  passphrase_advice_namesByThemselves: None
  passphrase_advice_commonNames: None
  passphrase_advice_l33t: None
  passphrase_advice_reverseWords: None
  passphrase_advice_allUppercase: None
  passphrase_advice_capitalization: None
  passphrase_advice_associatedYears: None
  passphrase_advice_repeated: None
  passphrase_advice_longerKeyboardPattern: None
  passphrase_advice_anotherWord: None
  passphrase_advice_useWords: None
  models_not_ollama: { url: Text }
  models_unmet_window: { window: Text; required: Text }
  models_unmet_family: { families: Text }
  models_unmet_feature: { feature: Text }
  models_not_openai: { url: Text }
  models_inside: None
  problem_too_large: { found: Text }
  problem_invalid_utf8: None
  problem_byte_order_mark: None
  problem_carriage_return: None
  problem_empty_file: None
  problem_foreign_format: { found: Text }
  problem_foreign_known_format: { found: Text }
  problem_foreign_nuwa_cap: None
  problem_yaml_syntax: { found: Text }
  problem_multiple_documents: None
  problem_directive: None
  problem_duplicate_key: { found: Text }
  problem_anchor: { found: Text }
  problem_alias: { found: Text }
  problem_merge_key: None
  problem_tag: { found: Text }
  problem_too_deep: None
  problem_missing_field: { path: Text }
  problem_wrong_type: { path: Text; expected: Text }
  problem_invalid_value: { path: Text; found: Text }
  problem_unknown_field: { path: Text }
  problem_invalid_cap_uri: { found: Text }
  problem_unsigned: None
  problem_invalid_signature_form: None
  problem_bad_signature: None
  problem_key_not_authorized: { found: Text }
  problem_did_unresolvable: { found: Text; reason: Text }
  problem_invalid_regex: { found: Text }
  problem_invalid_json: { found: Text }
  problem_schema_namespace: { found: Text }
  problem_invalid_schema: { found: Text }
  problem_costly_schema: { found: Text }
  problem_yaml_boolean: { found: Text; expected: Text }
  problem_schema_refused: { reason: Text }
  problem_schema_without_effect: { reason: Text }
  problem_ref_not_allowed: { found: Text }
  problem_invalid_parameters: { found: Text }
  problem_invalid_tool_name: { found: Text }
  problem_duplicate_tool: { found: Text }
  problem_confusable_tool: { found: Text; expected: Text }
  problem_unknown_parameter: { found: Text }
  problem_tool_without_binding: { found: Text }
  problem_tool_without_permission: { found: Text }
  problem_binding_without_tool: { found: Text }
  problem_unknown_permission: { found: Text }
  problem_icon_refused: { found: Text }
  problem_icon_too_large: { found: Text }
  problem_invalid_url: { found: Text }
  problem_insecure_url: { found: Text }
  problem_placeholder_not_allowed: { found: Text }
  problem_literal_secret: { found: Text }
  problem_header_not_allowed: { found: Text }
  problem_secret_without_place: { found: Text }
  problem_invalid_module: { found: Text }
  problem_module_too_large: { found: Text }
  problem_module_elsewhere: { found: Text }
  problem_agent_without_address: { found: Text }
  problem_lint_hidden_unicode: { found: Text }
  problem_lint_override: { found: Text }
  problem_lint_mixed_scripts: { found: Text }
  problem_lint_undeclared_tool: { found: Text }
  problem_lint_exfiltration: { found: Text }
  problem_lint_directive: { found: Text }
  problem_lint_base64: None
  problem_lint_concealment: { found: Text }
  problem_lint_priority: { found: Text }
  problem_lint_marks: { found: Text }
  problem_lint_secret_place: { found: Text }
  problem_lint_carry_off: { found: Text }
  problem_lint_encoded: { found: Text }
  package_switched_off: None
  difference_gap: { count: number }
  difference_more: { count: number }
  widens_permission: { permission: Text }
  widens_tool: { tool: Text }
  widens_tool_changed: { tool: Text }
  widens_scope: { to: Text; from: Text }
  widens_author_key: { to: Text; from: Text }
  permission_state_query: { objects: Text }
  permission_state_create: { objects: Text }
  permission_state_update: { objects: Text }
  permission_state_delete: { objects: Text }
  permission_state_delete_hard: { objects: Text }
  permission_storage_large: None
  permission_unknown: { key: Text }
  permission_network_read: { host: Text }
  permission_network_send: { host: Text }
  permission_network_secret: { name: Text; host: Text }
  permission_mcp_server: { server: Text }
  permission_agent_call: { agent: Text }
  permission_wasm_module: None
  tool_reason_server: { server: Text }
  tool_reason_module: None
  tool_reason_unbound: None
  tool_reason_not_permitted: None
  permission_state_shared: { objects: Text }
  permission_state_public: { objects: Text }
  permission_state_app: { app: Text }
  permission_ui_ask: None
  permission_model_extract: None
  planner_name: None
  planner_no_tools: None
  planner_no_fitting_tool: { tools: Text }
  planner_created: { kind: Text; title: Text }
  planner_created_untitled: { kind: Text }
  planner_tags_stay: { kind: Text }
  planner_updated: { kind: Text; title: Text }
  planner_updated_for: { kind: Text; title: Text; date: Text }
  planner_updated_untitled: { kind: Text }
  planner_deleted: { kind: Text; title: Text }
  planner_found_none: { kind: Text }
  planner_not_kept: None
  planner_found_one: { kind: Text; titles: Text }
  planner_found: { count: Text; kind: Text; titles: Text }
  planner_which: { titles: Text }
  planner_failed: { problem: Text }
  planner_result: { tool: Text; result: Text }
  planner_what: None
  planner_what_change: None
  planner_shall_make: { title: Text; kind: Text }
  planner_shall_make_with: { title: Text; kind: Text; details: Text }
  planner_rank: { rank: Text }
  planner_shall_change: { title: Text; value: Text }
  planner_shall_tick: { title: Text }
  planner_shall_reopen: { title: Text }
  planner_shall_delete: { title: Text }
  planner_which_object: None
  planner_which_kind: { title: Text; kinds: Text }
  planner_no_kind: { kind: Text }
  planner_not_found: { words: Text; kind: Text }
  planner_not_all: None
  planner_created_for: { kind: Text; title: Text; date: Text }
  planner_created_several: { kind: Text; titles: Text }
  planner_ticked: { title: Text }
  planner_reopened: { title: Text }
  planner_date: { date: Text }
  planner_days: { count: number; date: Text }
  planner_days_between: { count: number; from: Text; to: Text }
  planner_time: { time: Text }
  planner_deleted_untitled: { kind: Text }
  planner_hello: None
  planner_welcome: None
  planner_left: None
  planner_bring_back: None
  planner_abilities: None
  planner_not_repeated: { kind: Text; words: Text }
  planner_sum: { sum: Text; result: Text }
  planner_about: { sum: Text; result: Text }
  planner_age: { count: number }
  planner_not_together: { words: Text }
  planner_unit_nautical_mile: { count: number }
  planner_unit_tonne: { count: number }
  planner_unit_pint: { count: number }
  planner_unit_us_pint: { count: number }
  planner_unit_us_gallon: { count: number }
  planner_unit_cup: { count: number }
  planner_unit_tablespoon: { count: number }
  planner_unit_teaspoon: { count: number }
  market_step_after: None
  market_step_builtin: None
  market_step_folder: None
  market_step_indexer: None
  market_step_unlisted: None
  market_step_no_chain: { problem: Text }
  market_step_unsettled: None
  market_step_remembered: { time: Text }
  market_step_not_fetched: None
  market_step_no_cid: None
  market_step_no_hash: None
  market_step_no_key: None
  market_caution_source_not_trusted: { source: Text }
  market_caution_record_not_checked: { source: Text }
  market_caution_from_cache: { source: Text; time: Text }
  market_caution_yanked: { reason: Text }
  market_caution_conflict: { source: Text }
  market_caution_unlisted: None
  market_step_list: { time: Text }
  route_explicit: { title: Text }
  route_top_of_stack: { title: Text }
  route_trigger: { title: Text }
  route_none: None
  route_said_none: None
  route_ambiguous: { names: Text }
  route_open_none: None
  route_open_ambiguous: { names: Text }
  route_open_several: { names: Text }
  route_open_follow_up: None
  route_open_beyond: None
  route_candidate: { title: Text; score: Text; signals: Text }
  route_no_candidates: { count: number }
  route_signal_regex: { matched: Text; score: Text }
  route_signal_keyword: { matched: Text; score: Text }
  route_signal_example: { score: Text }
  route_signal_correction: { score: Text }
  route_signal_words: { matched: Text; score: Text }
  route_signal_embedding: { matched: Text; score: Text }
  route_measure: { threshold: Text; margin: Text; clearMargin: Text }
  route_embedding_used: None
  route_embedding_none: None
  route_embedding_learning: None
  route_embedding_late: None
  route_embedding_failed: None
  route_expired: { names: Text }
  command_switch_to: { names: Text }
  command_help_commands: None
  command_help_switch: None
  command_help_back: None
  command_help_tools: None
  command_help_why: None
  command_help_slash: None
  command_help_installed: None
  command_help_capability: { title: Text; name: Text }
  command_help_example: { title: Text; name: Text; example: Text }
  command_help_more: { count: number }
  command_tools: { title: Text; tokens: Text }
  command_tool: { name: Text; tokens: Text; description: Text }
  command_tools_none: None
  command_tools_empty: { title: Text }
  command_why_nothing: None
  effect_server_reads: { name: Text; server: Text; action: Text }
  server_not_connected: { tool: Text; server: Text }
  signin_page_done: None
  signin_page_failed: None
  signin_page_close: { server: Text; issuer: Text }
  signin_state_needed: None
  bundle_look_alike: { title: Text; by: Text; uri: Text; author: Text }
  bundle_warning_version_unknown: { what: Text }
  bundle_warning_ignored: { what: Text }
  bundle_warning_entry_missing: { what: Text }
  bundle_problem_platform: { platforms: Text; platform: Text }
  bundle_problem_exposed: { fields: Text }
  registry_problem_unsupported: { what: Text }
  registry_problem_no_hash: None
  import_note_network: None
  import_note_package_hosts: { what: Text }
  import_problem_no_target: None
  import_problem_args: None
  import_note_project: { what: Text }
  import_note_default: { what: Text }
  import_note_left_out: { what: Text }
  import_note_unread: { what: Text }
  import_problem_address: { what: Text }
  import_problem_no_entry: None
  import_problem_own: None
  import_problem_placeholder: { what: Text }
  registry_status_deprecated: None
  registry_status_deleted: None
  import_note_disabled: None
  import_note_placeholder: { what: Text }
  import_note_env_file: { what: Text }
  import_note_variable: { what: Text }
  import_note_paths: { what: Text }
  import_note_downloads: { what: Text }
  server_result_cut: { characters: Text; limit: Text }
  server_result_bytes_left_out: { type: Text; size: Text }
  server_tool_no_reason: None
  server_state_stopped: None
  server_state_starting: None
  server_state_running: None
  server_state_waiting: None
  server_state_failed: None
  server_state_locked: None
  server_tool_accepted: None
  server_tool_new: None
  server_tool_changed: None
  server_tool_is_off: None
  server_tool_gone: None
  server_refused_name: { name: Text }
  server_refused_too_long: { name: Text }
  server_refused_costly: { name: Text; problem: Text }
  server_refused_look_alike: { name: Text; like: Text }
  import_note_timeout: { what: Text }
  server_refused_same_name: { name: Text }
  server_left_out_entry: { kind: Text; name: Text; field: Text; reason: Text }
  server_left_out_field: { kind: Text; name: Text; field: Text; reason: Text }
  server_left_out_unnamed: None
  tool_unchecked_pattern: { place: Text; found: Text }
  tool_unchecked_reference: { place: Text; found: Text }
  tool_unchecked_value: { place: Text; found: Text }
  share_not_shared: { id: Text }
  share_too_many: None
  skill_problem_link: { path: Text }
  skill_problem_no_file: { path: Text }
  skill_problem_too_deep: { path: Text; limit: Text }
  skill_problem_file_too_large: { path: Text; limit: Text; size: Text }
  skill_problem_too_large: { limit: Text }
  skill_problem_too_many_files: { limit: Text }
  skill_problem_path_refused: { path: Text }
  skill_problem_path_twice: { path: Text; other: Text }
  skill_problem_document_missing: None
  skill_problem_document_name: { path: Text }
  skill_problem_document_large: { path: Text; limit: Text }
  skill_problem_not_utf8: { path: Text }
  skill_problem_front_matter_missing: { path: Text }
  skill_problem_front_matter_open: { path: Text }
  skill_problem_front_matter_mended: { path: Text }
  skill_problem_field_twice: { name: Text }
  skill_problem_field_unknown: { name: Text }
  skill_problem_field_type: { name: Text; expected: Text }
  skill_problem_field_long: { name: Text; length: Text; limit: Text }
  skill_problem_name_missing: None
  skill_problem_name_mended: { name: Text; used: Text }
  skill_problem_name_differs: { name: Text; folder: Text }
  skill_problem_description_missing: None
  skill_problem_description_guessed: None
  skill_problem_tool_unknown: { tool: Text }
  skill_problem_scripts_not_allowed: None
  skill_problem_host_refused: { host: Text }
  skill_problem_version_refused: { version: Text }
  skill_problem_body_empty: None
  skill_problem_body_long: { tokens: Text; limit: Text }
  skill_may_run: { count: number }
  skill_may_connect: { hosts: Text }
  skill_may_call: { id: Text }
  skill_may_read: None
  skill_may_tell: None
  effect_skill_script: { name: Text; script: Text; network: Text }
  effect_skill_no_network: None
  effect_skill_network: { hosts: Text }
  skill_script_failed: { script: Text; code: Text }
  skill_script_killed: { script: Text; reason: Text }
  skill_script_output: None
  skill_script_memory: None
  skill_script_processes: None
  skill_script_room: { limit: Text }
  skill_script_signal: None
  skill_program_missing: { script: Text; program: Text }
  skill_sandbox_missing: { problem: Text }
  skill_status_ready: None
  skill_status_off: None
  skill_status_damaged: None
  skill_status_changed: None
  skill_status_gone: None
  skill_waiting_new: None
  skill_waiting_same: None
  skill_waiting_changed: None
  skill_waiting_refused: None
  thread_fault_no_message: None
  thread_fault_unknown_capability: None
  thread_fault_unknown_version: None
  thread_fault_unknown_type: None
  thread_fault_not_json: None
  thread_fault_duplicate_key: None
  thread_fault_lone_surrogate: None
  thread_fault_not_finite: None
  thread_fault_too_deep: None
  thread_fault_unsafe_key: None
  thread_fault_too_large: None
  thread_fault_too_many_items: None
  thread_fault_asks_too_much: None
  thread_fault_envelope: None
  thread_fault_missing: None
  thread_fault_wrong_kind: None
  thread_fault_invalid: None
  thread_fault_left_out: None
  thread_fault_url_invalid: None
  thread_fault_url_not_https: None
  thread_fault_url_private: None
  thread_fault_url_credentials: None
  thread_fault_empty_form: None
  thread_fault_asks_for_card: None
  thread_fault_duplicate_id: None
  thread_fault_totals_differ: None
  thread_fault_wrong_chain: None
  thread_fault_not_the_recipient: None
  thread_fault_affiliate_twice: None
  thread_fault_out_of_order: None
  thread_fault_signature_invalid: None
  thread_fault_signature_unreadable: None
  thread_fault_signature_unchecked: None
  thread_fault_message_changed: None
  thread_fault_id_taken: None
  thread_fault_id_reused: None
  thread_fault_already_paid: None
  thread_fault_too_many_hops: None
  thread_fault_forwarded_in_a_circle: None
  thread_fault_not_the_requester: None
  thread_fault_no_request: None
  thread_fault_ambiguous: None
  thread_fault_own_request: None
  thread_fault_repeated: None
  thread_fault_second_answer: None
  thread_fault_after_refusal: None
  thread_fault_after_cancellation: None
  thread_fault_superseded: None
  thread_fault_too_late: None
  thread_fault_request_invalid: None
  thread_fault_not_offered: None
  thread_fault_too_many_chosen: None
  thread_fault_renamed: None
  thread_fault_quantity: None
  thread_fault_required: None
  thread_fault_not_asked: None
  thread_fault_field_value: None
  thread_fault_amount_differs: None
  thread_fault_amount_changed: None
  thread_fault_currency_differs: None
  thread_fault_method_differs: None
  thread_fault_address_differs: None
  thread_fault_digest_differs: None
  thread_fault_not_paid: None
  thread_fault_result_differs: None
  thread_text_choose_one: None
  thread_text_choose_many: None
  thread_text_required: { field: Text }
  thread_text_fill: None
  thread_text_form_at: { url: Text }
  thread_text_payment: { merchant: Text; amount: Text; description: Text }
  thread_text_other: { type: Text; said: Text }
  thread_your_answer: None
  thread_card_decision: None
  thread_card_form: None
  thread_card_quote: None
  thread_card_top_up: None
  thread_card_address: None
  thread_card_transaction: None
  thread_card_signing: None
  thread_card_attestation: None
  thread_card_other: { type: Text }
  thread_card_unknown: None
  thread_card_invalid: None
  thread_row_options: None
  thread_row_fields: None
  thread_row_payee: None
  thread_row_amount: None
  thread_row_method: None
  thread_row_share: { who: Text }
  thread_row_total: None
  thread_row_result: None
  thread_row_network: None
  thread_row_to: None
  thread_row_value: None
  thread_row_data: None
  thread_row_token: None
  thread_row_transfer: None
  thread_row_approve: None
  thread_row_units: None
  thread_note_signed: None
  thread_note_no_payment: None
  thread_note_no_wallet: None
  thread_note_no_attestation: None
  thread_note_unlimited: { spender: Text }
  thread_note_permit: { spender: Text }
  thread_note_grave: { action: Text }
  thread_form_elsewhere: { host: Text }
  thread_form_get: { host: Text }
  thread_note_unsigned: { names: Text }
  thread_fault_not_declared: None
  thread_text_declined: { type: Text; id: Text }
  thread_note_wallet_in_call: None
  payment_row_payee: None
  payment_row_what: None
  payment_row_asked: None
  payment_note_like: { payee: Text; known: Text }
  payment_note_moved: { payee: Text; known: Text }
  payment_note_currency: { currency: Text; symbol: Text }
  payment_way_unknown: None
  payment_way_experimental: None
  payment_way_unreadable: None
  payment_way_no_amount: None
  chat_took_too_long: None
  chat_too_many_tokens: { tokens: Text }
  chat_sees_no_images: { model: Text }
  chat_remembered: None
  chat_memory_off: None
  chat_cut_off_unknown: None
  chat_summary_you: { text: Text }
  chat_summary_answer: { text: Text }
  chat_summary_did: { tool: Text; ids: Text }
  chat_summary_left_out: { count: number }
  chat_endless: { characters: Text }
  chat_result_cut: { given: number; of: number }
  chat_turn_shortened: None
  chat_call_not_run: None
  chat_memory_title: None
  chat_files_title: None
  chat_conversations_title: None
  extract_failed_text: None
  extract_for_turns_text: None
  extract_input_text: None
  extract_not_read_text: { code: Text }
  effect_extract: None
  wallet_row_account: None
  wallet_row_address: None
  wallet_row_network: None
  wallet_row_sends: None
  wallet_row_from: None
  wallet_row_to: None
  wallet_row_fee: None
  wallet_row_total: None
  wallet_row_token: None
  wallet_row_spender: None
  wallet_row_allowance: None
  wallet_row_contract: None
  wallet_row_data: None
  wallet_row_message: None
  wallet_row_typed: None
  wallet_row_transaction: None
  wallet_all: None
  wallet_units: { amount: Text }
  wallet_note_told: None
  wallet_note_text: None
  wallet_note_unlimited: { spender: Text }
  wallet_note_allowance: { spender: Text }
  wallet_note_permit: { spender: Text }
  wallet_note_look_alike: { address: Text; known: Text }
  wallet_note_first: { address: Text }
  wallet_note_own_fees: None
  wallet_note_unread_call: None
  wallet_note_unread_data: None
  wallet_note_any_chain: None
  wallet_note_unknown_network: { chain: Text }
  wallet_note_no_contract: None
  wallet_note_again: None
  wallet_note_again_sent: None
  wallet_note_takes_place: None
  wallet_none: None
  wallet_row_recipient: None
  wallet_note_recipient: { recipient: Text }
  wallet_note_raw: None
  wallet_note_sign_in: { domain: Text }
  wallet_note_sign_in_elsewhere: { domain: Text }
  web_redirect: None
}

export interface Reasons {
  invalid_url: None
  credentials_in_url: None
  other_origin: None
  host_not_allowed: None
  not_https: None
  private_address: None
  too_many_redirects: None
  bad_port: None
  certificate_untrusted: None
  certificate_expired: None
  certificate_other_name: None
  did_changed: None
  did_names_none: None
  relative: None
  missing: None
  system: None
  own_data: None
  host: None
  cwd: None
  variable_runs_code: None
  variable_malformed: None
  variable_not_handed_in: None
  unknown_field: None
  several_values: None
  line_break: None
  not_a_number: None
  unreadable: None
  path: None
  link: None
  encrypted: None
  too_many: None
  too_large: None
  twice: None
  bomb: None
  other_resource: None
  issuer_mismatch: None
  no_pkce: None
  insecure_endpoint: None
  token_type: None
  no_metadata: None
  bad_metadata: None
  bad_answer: None
  denied: None
  refused: None
  bad_token: None
  exit_code: { exitCode: Text }
  signal: { signal: Text }
  call_cut_off: None
  no_call: None
  file_hidden: { path: Text }
  file_read_only: { path: Text }
  script_hosts: { hosts: Text }
  script_alone: None
  stopped: None
  noise: None
  endless: None
  message_too_long: None
  answer_not_json: { beginning: Text }
  answer_no_message: { beginning: Text }
  answer_empty: None
  answer_cut_off: None
  answer_lacks: { beginning: Text }
  unreadable_tool: None
  json_comma: None
  json_value: None
  json_close: None
  not_yaml: None
  not_toml: None
  not_json: None
  no_servers: None
  other_server: None
  lock_changed: None
  not_in_the_files: None
  older_version: None
  other_key: None
  other_did: None
  not_verified_any_more: None
  not_approved: None
  malformed_field: { field: Text }
}

export interface Shell {
  about: None
  services: None
  hide: None
  hideOthers: None
  unhide: None
  file: None
  edit: None
  view: None
  window: None
  undo: None
  redo: None
  cut: None
  copy: None
  paste: None
  pasteAndMatchStyle: None
  delete: None
  selectAll: None
  reload: None
  toggleDevTools: None
  resetZoom: None
  zoomIn: None
  zoomOut: None
  togglefullscreen: None
  minimize: None
  zoom: None
  front: None
  newWindow: None
  close: None
  open: None
  quit: None
  quitAndStop: None
  daemonConnecting: None
  daemonRunning: None
  daemonUnreachable: None
  daemonOtherVersion: None
  tooltip: None
}

export interface App {
  'activity.title': None
  'activity.tabs.activity': None
  'activity.tabs.approvals': None
  'activity.intro': None
  'activity.search': None
  'activity.searchHint': None
  'activity.filter.capability': None
  'activity.filter.anyCapability': None
  'activity.filter.outcome': None
  'activity.filter.anyOutcome': None
  'activity.filter.since': None
  'activity.filter.anyTime': None
  'activity.filter.hour': None
  'activity.filter.day': None
  'activity.filter.week': None
  'activity.filter.month': None
  'activity.outcome.ok': None
  'activity.outcome.failed': None
  'activity.outcome.denied': None
  'activity.outcome.stopped': None
  'activity.outcome.held': None
  'activity.none': None
  'activity.noneText': None
  'activity.heldText': None
  'activity.noMatch': None
  'activity.noMatchText': None
  'activity.fresh': None
  'activity.more': None
  'activity.turn': None
  'activity.direct': None
  'activity.inTurn': None
  'activity.arguments': None
  'activity.result': None
  'activity.facts': None
  'activity.fact.how': None
  'activity.fact.effect': None
  'activity.fact.target': None
  'activity.fact.caller': None
  'activity.fact.client': None
  'activity.fact.duration': None
  'activity.fact.waited': None
  'activity.fact.bytes': None
  'activity.fact.tokens': None
  'activity.fact.version': None
  'activity.fact.at': None
  'activity.tokens': { prompt: Text; completion: Text }
  'activity.bytes': { in: Text; out: Text }
  'activity.caller.agent': None
  'activity.caller.renderer': None
  'activity.caller.cli': None
  'activity.caller.mcp': None
  'activity.caller.internal': None
  'activity.caller.itself': None
  'activity.caller.other': None
  'activity.act.revoked': None
  'activity.act.cleared': { count: number }
  'activity.export': None
  'activity.exportJson': None
  'activity.exportCsv': None
  'activity.exporting': { count: number }
  'activity.clear': None
  'activity.clearText': None
  'activity.clearOlder': None
  'activity.clearDay': None
  'activity.clearWeek': None
  'activity.clearMonth': None
  'activity.clearYear': None
  'activity.clearNow': None
  'activity.cleared': { count: number }
  'activity.effect.none': None
  'activity.effect.own_state': None
  'activity.effect.network_read': None
  'activity.effect.network_write': None
  'activity.effect.process': None
  'activity.effect.agent': None
  'activity.effect.payment': None
  'activity.decision.free': None
  'activity.decision.user_act': None
  'activity.decision.approval': None
  'activity.decision.asked': None
  'activity.decision.denied': None
  'activity.decision.opened': None
  'activity.decision.not_reached': None
  'activity.decision.conversation': None
  'activity.refused.timed_out': None
  'activity.refused.stopped': None
  'activity.refused.changed': None
  'activity.refused.revoked': None
  'activity.refused.daemon_ended': None
  'activity.refused.needs_consent': None
  'activity.refused.held': None
  'activity.refused.held_too_many': None
  'activity.refused.secret': None
  'activity.yes': None
  'activity.flow.title': None
  'activity.flow.from': None
  'activity.flow.call': None
  'activity.flow.to': None
  'activity.flow.here': None
  'adding.title': None
  'adding.text': None
  'adding.next': None
  'adding.fromBundle': { name: Text; version: Text }
  'adding.ways.form.title': None
  'adding.ways.form.text': None
  'adding.ways.import.title': None
  'adding.ways.import.text': None
  'adding.ways.bundle.title': None
  'adding.ways.bundle.text': None
  'adding.ways.registry.title': None
  'adding.ways.registry.text': None
  'adding.ways.registry.asks': { host: Text }
  'adding.fields.several': None
  'adding.fields.path': None
  'adding.fields.kept': None
  'adding.bundle.title': None
  'adding.bundle.text': None
  'adding.bundle.choose': None
  'adding.bundle.path': None
  'adding.bundle.pathHelp': None
  'adding.bundle.open': None
  'adding.bundle.tooLarge': None
  'adding.bundle.unreadable': None
  'adding.bundle.by': { author: Text }
  'adding.bundle.runs': None
  'adding.bundle.variables': None
  'adding.bundle.files': { count: number; size: Text }
  'adding.bundle.confined': None
  'adding.bundle.tools': None
  'adding.bundle.warnings': None
  'adding.bundle.same': { uri: Text }
  'adding.bundle.updates': { uri: Text; before: Text; after: Text }
  'adding.bundle.filesDiffer': { added: Text; changed: Text; removed: Text }
  'adding.bundle.toolAdded': { name: Text }
  'adding.bundle.toolRemoved': { name: Text }
  'adding.bundle.fieldAdded': { name: Text }
  'adding.bundle.fieldRemoved': { name: Text }
  'adding.bundle.variableAdded': { name: Text; value: Text }
  'adding.bundle.variableRemoved': { name: Text; value: Text }
  'adding.bundle.variableDiffers': { name: Text; after: Text; before: Text }
  'adding.bundle.commandDiffers': { after: Text; before: Text }
  'adding.bundle.authorDiffers': { after: Text; before: Text }
  'adding.registry.title': None
  'adding.registry.text': None
  'adding.registry.address': None
  'adding.registry.addressHelp': None
  'adding.registry.use': None
  'adding.registry.change': None
  'adding.registry.name': None
  'adding.registry.from': { url: Text }
  'adding.registry.search': None
  'adding.registry.results': None
  'adding.registry.none': None
  'adding.registry.more': None
  'adding.registry.back': None
  'adding.registry.fetch': None
  'adding.registry.version': None
  'adding.registry.how': None
  'adding.registry.noWay': None
  'adding.registry.status.active': None
  'adding.registry.status.deprecated': None
  'adding.registry.status.deleted': None
  'adding.registry.ways.remote': None
  'adding.registry.ways.npm': None
  'adding.registry.ways.pypi': None
  'adding.registry.ways.bundle': None
  'adding.registry.ways.other': None
  'agents.tabs.contacts': None
  'agents.tabs.inbox': None
  'agents.tabs.description': None
  'agents.tabs.calls': None
  'agents.open': None
  'agents.openText': { host: Text; port: Text }
  'agents.calledBy': None
  'agents.development': None
  'agents.developmentText': { hosts: Text }
  'agents.none': None
  'agents.inbox': None
  'agents.calls': { count: number }
  'agents.asked': None
  'agents.mayCall': None
  'agents.noTools': None
  'agents.allow': None
  'agents.save': None
  'agents.refuse': None
  'agents.forget': None
  'agents.status.asked': None
  'agents.status.allowed': None
  'agents.status.refused': None
  'agents.developmentStop': None
  'agents.address.title': None
  'agents.address.host': None
  'agents.address.hostProblem': None
  'agents.address.port': None
  'agents.address.portProblem': None
  'agents.address.publicUrl': None
  'agents.address.publicUrlText': None
  'agents.address.publicUrlProblem': None
  'agents.address.certFile': None
  'agents.address.keyFile': None
  'agents.address.tlsText': None
  'agents.address.tlsProblem': None
  'agents.noneText': None
  'agents.provenAs': None
  'agents.name': None
  'agents.nameText': None
  'agents.toolCount': { count: number }
  'agents.findTool': None
  'agents.noToolFound': None
  'agents.wanted': None
  'agents.forgetText': None
  'agents.direction.label': None
  'agents.direction.any': None
  'agents.direction.from': None
  'agents.direction.to': None
  'agents.noCalls': None
  'agents.noCallsText.any': None
  'agents.noCallsText.from': None
  'agents.noCallsText.to': None
  'agents.lasts.label': None
  'agents.lasts.until': None
  'agents.lasts.day': None
  'agents.lasts.week': None
  'agents.lasts.month': None
  'agents.lasts.year': None
  'approvals.asksTool': { title: Text; tool: Text }
  'approvals.asksToolFor': { client: Text; tool: Text; title: Text }
  'approvals.origin.you': None
  'approvals.origin.built_in': None
  'approvals.origin.author': { name: Text }
  'approvals.origin.server': { name: Text }
  'approvals.origin.skill': { name: Text }
  'approvals.always': None
  'approvals.uncovered': None
  'approvals.where': None
  'approvals.sends': None
  'approvals.follows': None
  'approvals.notNamed': None
  'approvals.readBefore': None
  'approvals.readNothing': None
  'approvals.readLine': { title: Text; tool: Text }
  'approvals.readForeign': None
  'approvals.readEarlier': None
  'approvals.amount': { count: number; characters: Text }
  'approvals.nothing': None
  'approvals.hidden': { sample: Text }
  'approvals.deny': None
  'approvals.once': None
  'approvals.more': None
  'approvals.allow': None
  'approvals.what': None
  'approvals.until': None
  'approvals.scope.call': None
  'approvals.scope.pattern': { field: Text; value: Text }
  'approvals.scope.host': { field: Text; host: Text }
  'approvals.scope.tool': { tool: Text }
  'approvals.scope.capability': { title: Text }
  'approvals.times.once': None
  'approvals.times.conversation': None
  'approvals.times.hour': None
  'approvals.times.revoked': None
  'approvals.endsAt': None
  'approvals.waits': None
  'approvals.waiting': { count: number }
  'approvals.goThere': None
  'approvals.settled.asked': { scope: Text; until: Text }
  'approvals.settled.approval': None
  'approvals.settled.denied': None
  'approvals.settled.once': None
  'approvals.short.call': None
  'approvals.short.pattern': None
  'approvals.short.tool': None
  'approvals.short.capability': None
  'approvals.shortTimes.conversation': None
  'approvals.shortTimes.hour': None
  'approvals.shortTimes.revoked': None
  'approvals.question.asks': { title: Text; tool: Text }
  'approvals.question.forClient': { client: Text }
  'approvals.question.care': None
  'approvals.question.secret': { fields: Text; title: Text }
  'approvals.question.leadsTo': None
  'approvals.question.decline': None
  'approvals.question.send': None
  'approvals.question.open': { host: Text }
  'approvals.question.endsAt': None
  'approvals.question.withdrawn': { title: Text }
  'approvals.question.close': None
  'approvals.sampling.asks': { title: Text; tool: Text }
  'approvals.sampling.answered': { model: Text; title: Text }
  'approvals.sampling.care': { tokens: Text }
  'approvals.sampling.careAnswer': None
  'approvals.sampling.system': None
  'approvals.sampling.user': None
  'approvals.sampling.assistant': None
  'approvals.sampling.words': None
  'approvals.sampling.cut': None
  'approvals.sampling.ask': None
  'approvals.sampling.send': None
  'approvals.pendingTitle': None
  'approvals.standing': None
  'approvals.standingText': None
  'approvals.none': None
  'approvals.noneText': None
  'approvals.ended': None
  'approvals.revoke': None
  'approvals.revokeOf': { what: Text }
  'approvals.revokeAll': None
  'approvals.revokedAll': { count: number }
  'approvals.table.until': None
  'approvals.table.used': None
  'approvals.table.given': None
  'approvals.state.active': None
  'approvals.state.expired': None
  'approvals.state.revoked': None
  'approvals.state.outdated': None
  'approvals.uses': { count: number }
  'approvals.last': None
  'approvals.by.renderer': None
  'approvals.by.cli': None
  'approvals.by.cli_yes': None
  'approvals.to': { target: Text }
  'approvals.mode.title': None
  'approvals.mode.everything': None
  'approvals.mode.everythingText': None
  'approvals.mode.default': None
  'approvals.mode.defaultText': None
  'approvals.mode.granted': None
  'approvals.mode.grantedText': None
  'approvals.held': None
  'approvals.leaving': { title: Text; names: Text }
  'approvals.fromApp': { server: Text }
  'backups.list': None
  'backups.none': None
  'backups.reason.daily': None
  'backups.reason.manual': None
  'backups.reason.update': None
  'backups.checked': None
  'backups.unchecked': None
  'backups.create': None
  'backups.creating': None
  'backups.all': { count: number }
  'backups.restore': None
  'backups.restoreOf': { time: Text }
  'backups.question': None
  'backups.holds': None
  'backups.present': None
  'backups.presentUnreadable': None
  'backups.counts': { objects: number; conversations: number; packages: number; skills: number }
  'backups.since': { changes: number; messages: number }
  'backups.explain': None
  'backups.confirm': None
  'backups.restored': None
  'backups.kept': { path: Text }
  'backups.folderBad': None
  'backups.passphrase': None
  'backups.vaultPassphrase': None
  'backups.problem.title': None
  'backups.problem.text': None
  'backups.problem.none': None
  'backups.export.open': None
  'backups.export.text': None
  'backups.export.lost': None
  'backups.export.withKeys': None
  'backups.export.withKeysHelp': None
  'backups.export.action': None
  'backups.export.busy': None
  'backups.export.done': { name: Text }
  'backups.import.open': None
  'backups.import.fromElsewhere': None
  'backups.import.setup': None
  'backups.import.text': None
  'backups.import.file': None
  'backups.import.inspect': None
  'backups.import.reading': None
  'backups.import.made': None
  'backups.import.withKeys': None
  'backups.import.withoutKeys': None
  'backups.import.explain': None
  'backups.import.action': None
  'backups.import.busy': None
  'backups.import.done': None
  'backups.import.keysLeft': { problem: Text; path: Text }
  'capabilities.title': None
  'capabilities.list.search': None
  'capabilities.list.offered': None
  'capabilities.list.noMatch': { text: Text }
  'capabilities.list.tokens': { count: number }
  'capabilities.list.tokensHint': None
  'capabilities.list.fromFile': None
  'capabilities.list.damaged': None
  'capabilities.list.switchedOff': None
  'capabilities.list.update': { version: Text }
  'capabilities.none': None
  'capabilities.noneText': None
  'capabilities.showList': None
  'capabilities.gone': { name: Text }
  'capabilities.goneText': None
  'capabilities.version': { version: Text }
  'capabilities.install': None
  'capabilities.update': { version: Text }
  'capabilities.tabs.overview': None
  'capabilities.tabs.tools': None
  'capabilities.tabs.permissions': None
  'capabilities.tabs.state': None
  'capabilities.tabs.versions': None
  'capabilities.tabs.activity': None
  'capabilities.tabs.source': None
  'capabilities.tabs.try': None
  'capabilities.tabs.logs': None
  'capabilities.menu.label': { title: Text }
  'capabilities.menu.enable': None
  'capabilities.menu.disable': None
  'capabilities.menu.back': { version: Text }
  'capabilities.menu.remove': None
  'capabilities.off.title': None
  'capabilities.off.text': None
  'capabilities.off.switchedOff': { title: Text }
  'capabilities.off.switchedOn': { title: Text }
  'capabilities.damaged.title': None
  'capabilities.damaged.text': None
  'capabilities.damaged.again': None
  'capabilities.damaged.file': None
  'capabilities.yanked.title': None
  'capabilities.yanked.text': { reason: Text }
  'capabilities.revoked.title': None
  'capabilities.revoked.text': None
  'capabilities.overview.try': None
  'capabilities.overview.tryHint': None
  'capabilities.overview.noExamples': None
  'capabilities.overview.facts': None
  'capabilities.overview.installedAt': None
  'capabilities.overview.hash': None
  'capabilities.overview.uri': None
  'capabilities.overview.prompt': None
  'capabilities.tools.none': None
  'capabilities.tools.available': None
  'capabilities.tools.unavailable': None
  'capabilities.tools.kind.builtin': None
  'capabilities.tools.kind.http_get': None
  'capabilities.tools.kind.http_post': None
  'capabilities.tools.kind.mcp_service': None
  'capabilities.tools.kind.nuwa_a2a': None
  'capabilities.tools.kind.wasm': None
  'capabilities.tools.kind.unbound': None
  'capabilities.tools.kind.asks': None
  'capabilities.tools.parameters': None
  'capabilities.tools.noParameters': None
  'capabilities.tools.required': None
  'capabilities.tools.options': { options: Text }
  'capabilities.tools.try': None
  'capabilities.tools.tryClose': None
  'capabilities.tools.tryHint': None
  'capabilities.tools.run': None
  'capabilities.tools.ok': { time: Text }
  'capabilities.tools.failed': { time: Text }
  'capabilities.tools.error.NOT_FOUND': None
  'capabilities.tools.error.INVALID_INPUT': None
  'capabilities.tools.error.PERMISSION_DENIED': None
  'capabilities.tools.error.EXECUTION_FAILED': None
  'capabilities.tools.error.TIMEOUT': None
  'capabilities.tools.changed': None
  'capabilities.tools.changeKind.create': None
  'capabilities.tools.changeKind.update': None
  'capabilities.tools.changeKind.delete': None
  'capabilities.tools.onlyInstalled': None
  'capabilities.secrets.title': None
  'capabilities.secrets.text': None
  'capabilities.secrets.given': None
  'capabilities.secrets.missing': None
  'capabilities.secrets.notAsked': None
  'capabilities.secrets.sent': { host: Text; headers: Text; tools: Text }
  'capabilities.secrets.only': { host: Text }
  'capabilities.secrets.value': { name: Text; host: Text }
  'capabilities.secrets.enter': None
  'capabilities.secrets.replace': None
  'capabilities.secrets.keep': None
  'capabilities.secrets.forget': None
  'capabilities.secrets.kept': { name: Text }
  'capabilities.secrets.forgotten': { name: Text }
  'capabilities.modules.title': None
  'capabilities.modules.text': None
  'capabilities.modules.given': None
  'capabilities.modules.missing': None
  'capabilities.modules.runBy': { tools: Text }
  'capabilities.modules.choose': None
  'capabilities.modules.fetch': None
  'capabilities.modules.asks': { sources: Text }
  'capabilities.modules.thisNode': None
  'capabilities.modules.kept': None
  'capabilities.modules.tooLarge': None
  'capabilities.permissions.may': None
  'capabilities.permissions.asks': None
  'capabilities.permissions.nothing': None
  'capabilities.permissions.hosts': None
  'capabilities.permissions.noHosts': None
  'capabilities.permissions.granted': { when: Text }
  'capabilities.state.owns': None
  'capabilities.state.none': None
  'capabilities.state.later': None
  'capabilities.state.objects': { count: number }
  'capabilities.state.open': None
  'capabilities.activity.title': None
  'capabilities.activity.none': None
  'capabilities.activity.noneText': None
  'capabilities.source.label': None
  'capabilities.source.signature': None
  'capabilities.source.hint': None
  'capabilities.source.copy': None
  'capabilities.source.copied': None
  'capabilities.source.lines': { count: number }
  'capabilities.source.jump': None
  'capabilities.author.title': None
  'capabilities.author.key': None
  'capabilities.author.keys': { count: number }
  'capabilities.author.others': None
  'capabilities.author.noOthers': None
  'capabilities.author.notInstalled': None
  'capabilities.author.check': None
  'capabilities.author.firstSeen': { date: Text }
  'capabilities.author.trust.built_in': None
  'capabilities.author.trust.known': None
  'capabilities.author.trust.new': None
  'capabilities.author.trust.own': None
  'capabilities.author.trust.key_changed': None
  'capabilities.difference.widens': { version: Text }
  'capabilities.difference.narrow': { version: Text; from: Text }
  'capabilities.difference.title': { from: Text; to: Text }
  'capabilities.difference.nothing': None
  'capabilities.difference.same': { parts: Text }
  'capabilities.difference.sections.permissions': None
  'capabilities.difference.sections.hosts': None
  'capabilities.difference.sections.tools': None
  'capabilities.difference.sections.prompt': None
  'capabilities.difference.sections.schema': None
  'capabilities.difference.sections.other': None
  'capabilities.difference.added': { count: number }
  'capabilities.difference.removed': { count: number }
  'capabilities.difference.changed': { count: number }
  'capabilities.difference.change.description': None
  'capabilities.difference.change.parameters': None
  'capabilities.difference.change.binding': None
  'capabilities.difference.toolLabel': { tool: Text }
  'capabilities.otherAuthor.title': None
  'capabilities.otherAuthor.text': None
  'capabilities.otherAuthor.known': None
  'capabilities.otherAuthor.found': None
  'capabilities.otherAuthor.means': None
  'capabilities.otherAuthor.meansText': None
  'capabilities.otherAuthor.todo': None
  'capabilities.otherAuthor.steps.ask': None
  'capabilities.otherAuthor.steps.rename': None
  'capabilities.otherAuthor.steps.free': None
  'capabilities.otherAuthor.report': None
  'capabilities.review.title': { title: Text }
  'capabilities.review.titleFile': None
  'capabilities.review.description': None
  'capabilities.review.checking': None
  'capabilities.review.author': None
  'capabilities.review.newKey': None
  'capabilities.review.newKeyText': None
  'capabilities.review.whole': { version: Text }
  'capabilities.review.permissions': None
  'capabilities.review.hosts': None
  'capabilities.review.tools': None
  'capabilities.review.toolsOff': { count: number }
  'capabilities.review.warnings': None
  'capabilities.review.warningsText': None
  'capabilities.review.prompt': { count: number }
  'capabilities.review.package': None
  'capabilities.review.kind.again': { version: Text }
  'capabilities.review.kind.same_version': { installed: Text }
  'capabilities.review.kind.downgrade': { version: Text; installed: Text }
  'capabilities.review.downgradeText': None
  'capabilities.review.lookAlike.title': { title: Text }
  'capabilities.review.lookAlike.text': None
  'capabilities.review.lookAlike.this': None
  'capabilities.review.lookAlike.other': None
  'capabilities.review.handover.title': { title: Text }
  'capabilities.review.handover.text': { registry: Text }
  'capabilities.review.handover.ownTitle': { title: Text }
  'capabilities.review.handover.ownText': None
  'capabilities.review.handover.from': None
  'capabilities.review.handover.to': None
  'capabilities.review.consent.source': None
  'capabilities.review.consent.blocked': { version: Text }
  'capabilities.review.consent.lookAlike': None
  'capabilities.review.consent.handover': None
  'capabilities.review.consent.takeover': None
  'capabilities.review.consent.authorKey': None
  'capabilities.review.consent.widens': { version: Text }
  'capabilities.review.consent.downgrade': { version: Text }
  'capabilities.review.consent.warnings': { count: number }
  'capabilities.review.action.install': None
  'capabilities.review.action.again': None
  'capabilities.review.action.update': { version: Text }
  'capabilities.review.action.same_version': { version: Text }
  'capabilities.review.action.downgrade': { version: Text }
  'capabilities.review.undecided': { count: number }
  'capabilities.review.cancel': None
  'capabilities.review.close': None
  'capabilities.review.installed': { title: Text; version: Text }
  'capabilities.review.tryInChat': None
  'capabilities.review.place': { line: Text; column: Text }
  'capabilities.review.found': None
  'capabilities.review.expected': None
  'capabilities.review.severity.error': { count: number }
  'capabilities.review.severity.warning': { count: number }
  'capabilities.review.moreProblems': { count: number }
  'capabilities.review.copyProblems': None
  'capabilities.review.refusedTitle': None
  'capabilities.review.refusedCount': { count: number }
  'capabilities.review.foreignTitle': None
  'capabilities.review.chooseAgain': None
  'capabilities.review.nothingStored': None
  'capabilities.review.tooLarge': None
  'capabilities.review.fileUnreadable': None
  'capabilities.review.blocked.title': { count: number }
  'capabilities.review.blocked.text': None
  'capabilities.versions.role.update': None
  'capabilities.versions.role.installed': None
  'capabilities.versions.role.previous': None
  'capabilities.versions.since': { when: Text }
  'capabilities.versions.previousText': None
  'capabilities.versions.noPrevious': None
  'capabilities.versions.fromFile': None
  'capabilities.versions.choose': None
  'capabilities.rollback.title': { title: Text; version: Text }
  'capabilities.rollback.description': { from: Text; to: Text }
  'capabilities.rollback.state': None
  'capabilities.rollback.stateText': { from: Text; to: Text }
  'capabilities.rollback.done': { title: Text; version: Text }
  'capabilities.removal.title': { title: Text }
  'capabilities.removal.description': None
  'capabilities.removal.state': None
  'capabilities.removal.choice.keep': None
  'capabilities.removal.choice.export': None
  'capabilities.removal.choice.purge': None
  'capabilities.removal.text.keep': { count: number }
  'capabilities.removal.text.export': { count: number }
  'capabilities.removal.text.purge': { count: number }
  'capabilities.removal.keepNothing': None
  'capabilities.removal.purgeNothing': None
  'capabilities.removal.copyText': { count: number }
  'capabilities.removal.copy': None
  'capabilities.removal.copyAgain': None
  'capabilities.removal.copyFirst': None
  'capabilities.removal.copySaved': { file: Text }
  'capabilities.removal.understood': { count: number }
  'capabilities.removal.counting': None
  'capabilities.removal.confirmKeep': None
  'capabilities.removal.confirmPurge': { count: number }
  'capabilities.removal.confirmForget': None
  'capabilities.removal.confirm': None
  'capabilities.removal.cancel': None
  'capabilities.removal.removed': { title: Text }
  'capabilities.blocked.title': { list: Text }
  'capabilities.blocked.text': { reason: Text }
  'capabilities.blocked.look': None
  'chat.list.label': None
  'chat.list.new': None
  'chat.list.none': None
  'chat.list.noneText': None
  'chat.list.more': None
  'chat.list.actions': { title: Text }
  'chat.list.newWindow': None
  'chat.list.rename': None
  'chat.list.renameLabel': None
  'chat.list.delete': None
  'chat.list.deleted': { title: Text }
  'chat.list.deletedText': None
  'chat.list.untitled': None
  'chat.list.today': None
  'chat.list.yesterday': None
  'chat.list.week': None
  'chat.list.older': None
  'chat.list.pinned': None
  'chat.list.pin': None
  'chat.list.unpin': None
  'chat.list.archive': None
  'chat.list.unarchive': None
  'chat.list.archivedOne': { title: Text }
  'chat.list.archivedLabel': None
  'chat.list.noneArchived': None
  'chat.list.noneArchivedText': None
  'chat.empty.title': None
  'chat.empty.text': None
  'chat.empty.suggestions': None
  'chat.empty.planner': None
  'chat.empty.plannerConnect': None
  'chat.empty.model': { name: Text; where: Text }
  'chat.empty.whereHere': None
  'chat.header.capability': { title: Text }
  'chat.header.why': None
  'chat.header.candidates': None
  'chat.header.score': { score: Text }
  'chat.header.none': None
  'chat.header.open': None
  'chat.header.modelFor': { name: Text }
  'chat.route.explicit': { title: Text }
  'chat.route.top_of_stack': { title: Text }
  'chat.route.trigger': { title: Text; matched: Text }
  'chat.route.none': None
  'chat.route.ambiguous': None
  'chat.route.whyRow': { title: Text }
  'chat.route.open.none': None
  'chat.route.open.ambiguous': { names: Text }
  'chat.route.open.several': { names: Text }
  'chat.route.open.follow_up': None
  'chat.route.open.beyond': None
  'chat.route.whyOpen': None
  'chat.route.blocked': { list: Text; title: Text; version: Text }
  'chat.matched.regex': { literal: Text }
  'chat.matched.keyword': { literal: Text }
  'chat.matched.example': { literal: Text }
  'chat.matched.words': { literal: Text }
  'chat.matched.embedding': { literal: Text }
  'chat.matched.correction': None
  'chat.model.label': None
  'chat.model.auto': None
  'chat.model.autoText': None
  'chat.model.noneAnswers': None
  'chat.model.planner': None
  'chat.model.plannerText': None
  'chat.model.unreachable': { name: Text }
  'chat.model.noModels': { name: Text }
  'chat.model.tools': None
  'chat.model.noTools': None
  'chat.model.context': { count: number }
  'chat.model.refresh': None
  'chat.tool.running': None
  'chat.tool.stop': None
  'chat.tool.stopped': None
  'chat.tool.failed': None
  'chat.tool.arguments': None
  'chat.tool.result': None
  'chat.tool.raw': None
  'chat.tool.noArguments': None
  'chat.tool.foreign': None
  'chat.tool.foreignText': None
  'chat.tool.mend.changed': { name: Text }
  'chat.tool.mend.tools': { name: Text }
  'chat.tool.mend.permissions': { name: Text }
  'chat.tool.mend.servers': None
  'chat.tool.mend.identity': None
  'chat.tool.undo': None
  'chat.tool.undoOf': { change: Text }
  'chat.tool.takenBack': None
  'chat.tool.change.create': { title: Text }
  'chat.tool.change.update': { title: Text }
  'chat.tool.change.delete': { title: Text }
  'chat.tool.capability': None
  'chat.tool.names.create': None
  'chat.tool.names.update': None
  'chat.tool.names.delete': None
  'chat.tool.names.query': None
  'chat.tool.names.get': None
  'chat.tool.results.created': None
  'chat.tool.results.updated': None
  'chat.tool.results.deleted': None
  'chat.tool.results.found': { count: number }
  'chat.tool.results.done': None
  'chat.tool.cut': { given: number; of: number }
  'chat.form.title': { tool: Text }
  'chat.form.submit': None
  'chat.form.submitted': None
  'chat.form.dismissed': None
  'chat.message.you': None
  'chat.message.assistant': None
  'chat.message.stopped': None
  'chat.message.thinking': None
  'chat.message.older': None
  'chat.message.retry': None
  'chat.message.arrived': None
  'chat.message.toEnd': None
  'chat.composer.label': None
  'chat.composer.placeholder': None
  'chat.composer.send': None
  'chat.composer.stop': None
  'chat.composer.mention': None
  'chat.composer.noMatch': None
  'chat.composer.forCapability': { title: Text }
  'chat.composer.clearCapability': None
  'chat.composer.hintEnter': None
  'chat.composer.hintModEnter': { key: Text }
  'chat.composer.tooLong': { count: number }
  'chat.gone.title': None
  'chat.gone.text': None
  'chat.copy.code': None
  'chat.copy.table': None
  'chat.copy.codeBox': None
  'chat.copy.tableBox': None
  'chat.copy.done': None
  'chat.copy.message': None
  'chat.preview.page': None
  'chat.preview.diagram': None
  'chat.preview.hide': None
  'chat.preview.title': None
  'chat.preview.noPage': None
  'chat.preview.noDiagram': None
  'chat.preview.slow': None
  'chat.picture.show': { host: Text }
  'chat.picture.loading': None
  'chat.picture.leaves': { host: Text }
  'chat.queue.label': None
  'chat.queue.waiting': None
  'chat.queue.held': None
  'chat.queue.now': None
  'chat.queue.nowText': None
  'chat.queue.edit': None
  'chat.queue.remove': None
  'chat.queue.add': None
  'chat.queue.hint': None
  'chat.search.label': None
  'chat.search.found': None
  'chat.search.none': None
  'chat.search.noneText': None
  'chat.search.newest': { count: Text }
  'chat.search.indexing': None
  'chat.temporary.title': None
  'chat.temporary.text': None
  'chat.transfer.menu': None
  'chat.transfer.archived': None
  'chat.transfer.active': None
  'chat.transfer.file': None
  'chat.transfer.export': None
  'chat.transfer.markdown': None
  'chat.transfer.html': None
  'chat.transfer.json': None
  'chat.transfer.importing': { done: Text; total: Text }
  'chat.transfer.done': { count: number }
  'chat.transfer.rest.known': { count: number }
  'chat.transfer.rest.unreadable': { count: number }
  'chat.transfer.rest.cut': { count: number }
  'chat.transfer.bad': { name: Text }
  'chat.transfer.badText': None
  'chat.values.none': None
  'chat.values.yes': None
  'chat.values.no': None
  'chat.values.table': { count: number }
  'chat.values.more': { count: number }
  'contacts.text': None
  'contacts.search': None
  'contacts.searchHint': None
  'contacts.searchClear': None
  'contacts.noMatch': { text: Text }
  'contacts.noMatchText': None
  'contacts.none': None
  'contacts.noneText': None
  'contacts.count': { count: number }
  'contacts.more': None
  'contacts.back': None
  'contacts.operations': { count: number }
  'contacts.products': { count: number }
  'contacts.add.title': None
  'contacts.add.text': None
  'contacts.add.address': None
  'contacts.add.addressText': None
  'contacts.add.find': None
  'contacts.add.found': { count: number }
  'contacts.add.nothing': { address: Text }
  'contacts.add.look': None
  'contacts.add.open': None
  'contacts.add.problems': None
  'contacts.as.label': None
  'contacts.as.text': None
  'contacts.as.unsigned': None
  'contacts.protocol.anp': None
  'contacts.protocol.a2a': None
  'contacts.state.new': None
  'contacts.state.approved': None
  'contacts.state.changed': None
  'contacts.verdict.valid': None
  'contacts.verdict.valid-legacy': None
  'contacts.verdict.not-domain-bound': None
  'contacts.verdict.unsigned': None
  'contacts.verdict.unsupported': None
  'contacts.verdict.invalid': None
  'contacts.verdictText.valid': None
  'contacts.verdictText.valid-legacy': None
  'contacts.verdictText.not-domain-bound': None
  'contacts.verdictText.unsigned': None
  'contacts.verdictText.unsupported': None
  'contacts.verdictText.invalid': None
  'contacts.reasons': None
  'contacts.reason.signed': None
  'contacts.reason.legacy_hash': None
  'contacts.reason.legacy_encoding': None
  'contacts.reason.domain_matches': None
  'contacts.reason.domain_of_own_address': None
  'contacts.reason.no_domain': None
  'contacts.reason.unreadable': None
  'contacts.reason.no_proof': None
  'contacts.reason.proof_unreadable': None
  'contacts.reason.proof_type_unknown': None
  'contacts.reason.proof_purpose': None
  'contacts.reason.no_did': None
  'contacts.reason.key_of_another_did': None
  'contacts.reason.key_unavailable': None
  'contacts.reason.type_not_of_key': None
  'contacts.reason.signature_unreadable': None
  'contacts.reason.wrong_signature': None
  'contacts.reason.domain_without_challenge': None
  'contacts.reason.wrong_domain': None
  'contacts.reason.challenge_reused': None
  'contacts.reason.created_unreadable': None
  'contacts.reason.created_in_future': None
  'contacts.reason.key_of_host': None
  'contacts.reason.did_of_another_host': None
  'contacts.reason.key_elsewhere': None
  'contacts.reason.no_key_address': None
  'contacts.warnings': { count: number }
  'contacts.warning.missing': None
  'contacts.warning.prefixed': None
  'contacts.warning.misspelled': None
  'contacts.warning.no_context': None
  'contacts.warning.not_a_text': None
  'contacts.warning.not_a_list': None
  'contacts.warning.not_an_object': None
  'contacts.warning.not_a_time': None
  'contacts.warning.no_kind': None
  'contacts.warning.left_out': None
  'contacts.warning.endpoint_elsewhere': None
  'contacts.isNew': None
  'contacts.isNewText': None
  'contacts.hasChanged': None
  'contacts.hasChangedText': None
  'contacts.readAt': None
  'contacts.approve': None
  'contacts.approveChange': None
  'contacts.approved': None
  'contacts.approveFirst': None
  'contacts.differences': None
  'contacts.operationChange.added': None
  'contacts.operationChange.changed': None
  'contacts.operationChange.removed': None
  'contacts.refusal.older_version': None
  'contacts.refusal.other_key': None
  'contacts.refusal.other_did': None
  'contacts.refusal.not_verified_any_more': None
  'contacts.stopped': None
  'contacts.member.name': None
  'contacts.member.description': None
  'contacts.member.owner': None
  'contacts.member.version': None
  'contacts.member.products': None
  'contacts.member.verdict': None
  'contacts.member.servers': None
  'contacts.member.images': None
  'contacts.member.domain': None
  'contacts.tabs.overview': None
  'contacts.tabs.operations': None
  'contacts.tabs.products': None
  'contacts.tabs.problems': None
  'contacts.tabs.calls': None
  'contacts.about': None
  'contacts.who': None
  'contacts.choices': None
  'contacts.check': None
  'contacts.unchanged': None
  'contacts.ownWord': None
  'contacts.fact.protocol': None
  'contacts.fact.domain': None
  'contacts.fact.did': None
  'contacts.fact.key': None
  'contacts.fact.owner': None
  'contacts.fact.address': None
  'contacts.fact.version': None
  'contacts.fact.id': None
  'contacts.fact.read': None
  'contacts.fact.approved': None
  'contacts.fact.server': None
  'contacts.fact.threads': None
  'contacts.connectServer': None
  'contacts.picture': None
  'contacts.showPicture': { host: Text }
  'contacts.noOperations': None
  'contacts.noOperationsText': None
  'contacts.searchOperations': None
  'contacts.searchProducts': None
  'contacts.showAllProducts': { count: number }
  'contacts.kind.call': None
  'contacts.kind.question': None
  'contacts.kind.purchase': None
  'contacts.interface.openrpc': None
  'contacts.interface.openapi': None
  'contacts.interface.endpoints': None
  'contacts.interface.json_rpc': None
  'contacts.interface.mcp': None
  'contacts.interface.a2a': None
  'contacts.asksAlways': None
  'contacts.productKind.product': None
  'contacts.productKind.service': None
  'contacts.properties': None
  'contacts.order.open': None
  'contacts.order.title': { product: Text }
  'contacts.order.text': None
  'contacts.order.price': None
  'contacts.order.noPrice': None
  'contacts.order.from': None
  'contacts.order.as': None
  'contacts.order.send': None
  'contacts.order.close': None
  'contacts.order.needsIdentity': None
  'contacts.order.noIdentity': None
  'contacts.order.done': None
  'contacts.order.receipt': None
  'contacts.order.answer': None
  'contacts.problemsText': None
  'contacts.problem.not_loaded': None
  'contacts.problem.not_json': None
  'contacts.problem.not_yaml': None
  'contacts.problem.not_an_object': None
  'contacts.problem.digest_differs': None
  'contacts.problem.digest_unknown': None
  'contacts.problem.interface_unknown': None
  'contacts.problem.address_missing': None
  'contacts.problem.address_refused': None
  'contacts.problem.schema_unusable': None
  'contacts.problem.operation_unreadable': None
  'contacts.problem.product_unreadable': None
  'contacts.problem.too_many': None
  'contacts.problem.says_to_model': None
  'contacts.problem.looks_alike': None
  'contacts.problem.no_options': None
  'contacts.problem.sign_in_unknown': None
  'contacts.problem.extension_unknown': None
  'contacts.noCallsText': None
  'contacts.remove': None
  'contacts.removeTitle': { name: Text }
  'contacts.removeText': None
  'contacts.removeKeeps': None
  'contacts.availability.InStock': None
  'contacts.availability.OutOfStock': None
  'contacts.availability.SoldOut': None
  'contacts.availability.PreOrder': None
  'contacts.availability.BackOrder': None
  'contacts.availability.LimitedAvailability': None
  'contacts.availability.Discontinued': None
  'contacts.availability.OnlineOnly': None
  'contacts.availability.InStoreOnly': None
  'contacts.talk': None
  'frame.pages.chat': None
  'frame.pages.capabilities': None
  'frame.pages.marketplace': None
  'frame.pages.state': None
  'frame.pages.activity': None
  'frame.pages.agents': None
  'frame.pages.identity': None
  'frame.pages.memory': None
  'frame.pages.models': None
  'frame.pages.sharing': None
  'frame.pages.servers': None
  'frame.pages.settings': None
  'frame.pages.prompts': None
  'frame.pages.usage': None
  'frame.pages.making': None
  'frame.rail.label': None
  'frame.rail.skip': None
  'frame.rail.search': None
  'frame.rail.status': None
  'frame.rail.marketplace': None
  'frame.list.show': None
  'frame.list.hide': None
  'frame.list.resize': None
  'frame.list.label': None
  'frame.daemon.title': None
  'frame.daemon.ready': None
  'frame.daemon.starting': None
  'frame.daemon.stopping': None
  'frame.daemon.connecting': None
  'frame.daemon.waiting': None
  'frame.daemon.refused': None
  'frame.daemon.version': None
  'frame.daemon.process': None
  'frame.daemon.since': None
  'frame.daemon.dataDir': None
  'frame.daemon.model': None
  'frame.daemon.modelPlanner': None
  'frame.daemon.modelAuto': { name: Text }
  'frame.daemon.modelNone': None
  'frame.daemon.allWell': { model: Text }
  'frame.daemon.notWell': { state: Text }
  'frame.daemon.session': None
  'frame.daemon.signOut': None
  'frame.daemon.signOutText': None
  'frame.connection.connecting': None
  'frame.connection.connectingText': { attempt: Text }
  'frame.connection.slow': None
  'frame.connection.waiting': None
  'frame.connection.waitingText': { seconds: Text }
  'frame.connection.waitingProblem': { problem: Text }
  'frame.connection.retry': None
  'frame.connection.restart': None
  'frame.connection.restarting': None
  'frame.connection.restartFailed': { problem: Text }
  'frame.connection.startHint': None
  'frame.connection.lost': None
  'frame.connection.lostWeb': None
  'frame.connection.mismatch': None
  'frame.connection.mismatchText': { client: Text; daemon: Text }
  'frame.connection.mismatchWeb': None
  'frame.connection.unauthorized': None
  'frame.connection.unauthorizedText': None
  'frame.connection.unauthorizedAction': None
  'frame.connection.ended.signed_out': None
  'frame.connection.ended.idle': None
  'frame.connection.ended.expired': None
  'frame.connection.ended.closed': None
  'frame.connection.endedText.signed_out': None
  'frame.connection.endedText.idle': None
  'frame.connection.endedText.expired': None
  'frame.connection.endedText.closed': None
  'frame.connection.endedAction': None
  'frame.provider.silent': { name: Text }
  'frame.provider.details': None
  'frame.phase.starting': None
  'frame.phase.startingText': None
  'frame.phase.stopping': None
  'frame.phase.stoppingText': None
  'frame.errors.connectionLost.message': None
  'frame.errors.connectionLost.action': None
  'frame.errors.pageFailed.message': None
  'frame.errors.pageFailed.action': None
  'frame.failed.retry': None
  'frame.failed.copy': None
  'frame.failed.copied': None
  'frame.failed.unlock': None
  'frame.failed.said': None
  'frame.common.milliseconds': { value: Text }
  'frame.common.seconds': { value: Text }
  'frame.common.cancel': None
  'frame.common.copy': None
  'frame.common.copied': None
  'frame.common.copyId': { id: Text }
  'frame.common.undo': None
  'frame.common.loading': None
  'frame.common.notification': None
  'frame.common.justNow': None
  'frame.common.copyFailed': None
  'frame.trust.built_in': None
  'frame.trust.known': None
  'frame.trust.new': None
  'frame.trust.own': None
  'frame.trust.verified': None
  'frame.trust.key_changed': None
  'frame.trust.changed': None
  'frame.trust.refused': None
  'frame.trust.why.built_in': None
  'frame.trust.why.known': None
  'frame.trust.why.new': None
  'frame.trust.why.own': None
  'frame.trust.why.verified': None
  'frame.trust.why.key_changed': None
  'frame.trust.why.changed': None
  'frame.trust.why.refused': None
  'frame.diff.added': None
  'frame.diff.removed': None
  'frame.diff.more': { count: number; total: Text }
  'frame.permission.risk.low': None
  'frame.permission.risk.medium': None
  'frame.permission.risk.high': None
  'frame.permission.none': None
  'frame.form.optional': None
  'frame.form.unfold': { count: number }
  'frame.form.missing': None
  'frame.form.number': None
  'frame.form.integer': None
  'frame.form.minimum': { value: Text }
  'frame.form.maximum': { value: Text }
  'frame.form.minLength': { count: number }
  'frame.form.maxLength': { count: number }
  'frame.form.uri': None
  'frame.form.email': None
  'frame.form.date': None
  'frame.form.dateTime': None
  'frame.form.noChoice': None
  'frame.form.tags': None
  'frame.form.json': None
  'frame.form.jsonHint': None
  'frame.form.type': None
  'frame.form.submitAs': { submit: Text; words: Text }
  'frame.form.phone': None
  'frame.form.choice': None
  'frame.json.expand': { count: number }
  'frame.json.label': None
  'frame.palette.title': None
  'frame.palette.placeholder': None
  'frame.palette.pages': None
  'frame.palette.conversations': None
  'frame.palette.capabilities': None
  'frame.palette.actions': None
  'frame.palette.newChat': None
  'frame.palette.shortcuts': None
  'frame.palette.empty': None
  'frame.palette.settings': None
  'frame.palette.objects': None
  'frame.palette.said': None
  'frame.shortcuts.title': None
  'frame.shortcuts.text': None
  'frame.shortcuts.palette': None
  'frame.shortcuts.sheet': None
  'frame.shortcuts.newChat': None
  'frame.shortcuts.pages': None
  'frame.shortcuts.toggleList': None
  'frame.shortcuts.send': None
  'frame.shortcuts.lineBreak': None
  'frame.shortcuts.mention': None
  'frame.shortcuts.stop': None
  'frame.link.title': None
  'frame.link.text': None
  'frame.link.named': None
  'frame.link.leadsTo': None
  'frame.link.stay': None
  'frame.link.open': { host: Text }
  'frame.encryption.offer': None
  'frame.encryption.meaning': None
  'frame.encryption.command': None
  'frame.encryption.encrypt': None
  'frame.encryption.decline': None
  'frame.notices.damage': { count: number }
  'frame.notices.mended': { count: number }
  'frame.notices.salvage': None
  'frame.notices.backup_failed': { problem: Text }
  'frame.notices.backup_overdue': None
  'frame.notices.go.damage': None
  'frame.notices.go.mended': None
  'frame.notices.go.salvage': None
  'frame.notices.go.backup_failed': None
  'frame.notices.go.backup_overdue': None
  'frame.notices.dismiss': None
  'frame.notLoaded.title': None
  'frame.notLoaded.text': None
  'frame.notLoaded.reload': None
  'frame.notice.ready': None
  'frame.notice.failed': None
  'frame.notice.waiting': None
  'frame.author.proven': { domain: Text }
  'frame.author.claimed': { domain: Text }
  'frame.author.isProven': None
  'frame.author.isClaimed': None
  'frame.author.didOnly': None
  'frame.author.didWhy': None
  'identity.title': None
  'identity.sheets.close': None
  'identity.sheets.label': None
  'identity.sheets.labelHelp': None
  'identity.sheets.kinds.ed25519': None
  'identity.sheets.kinds.standard': None
  'identity.sheets.kinds.p256': None
  'identity.sheets.kinds.secp256k1': None
  'identity.sheets.create.title': None
  'identity.sheets.create.text': None
  'identity.sheets.create.action': None
  'identity.sheets.create.done': { label: Text }
  'identity.sheets.qr.text': None
  'identity.sheets.qr.alt': { did: Text }
  'identity.sheets.default.title': { label: Text }
  'identity.sheets.default.text': None
  'identity.sheets.default.now': None
  'identity.sheets.default.then': None
  'identity.sheets.default.changes': None
  'identity.sheets.default.stays': None
  'identity.sheets.default.action': None
  'identity.sheets.default.done': { label: Text }
  'identity.sheets.rotate.title': { label: Text }
  'identity.sheets.rotate.text': None
  'identity.sheets.rotate.ownerText': None
  'identity.sheets.rotate.did': None
  'identity.sheets.rotate.packages': None
  'identity.sheets.rotate.authorizations': None
  'identity.sheets.rotate.tell': None
  'identity.sheets.rotate.backup': None
  'identity.sheets.rotate.understood': None
  'identity.sheets.rotate.action': None
  'identity.sheets.rotate.done': None
  'identity.sheets.rotate.doneText': None
  'identity.sheets.rotate.doneOwner': None
  'identity.sheets.rotate.stated': None
  'identity.sheets.rotate.unstated': None
  'identity.sheets.retire.title': { label: Text }
  'identity.sheets.retire.text': None
  'identity.sheets.retire.signs': None
  'identity.sheets.retire.verifies': None
  'identity.sheets.retire.secret': None
  'identity.sheets.retire.action': None
  'identity.sheets.retire.done': { label: Text }
  'identity.sheets.file.passphrase': None
  'identity.sheets.file.lost': None
  'identity.sheets.file.busy': None
  'identity.sheets.file.rehearsed': { count: number }
  'identity.sheets.file.rehearsedText': None
  'identity.sheets.file.saving': None
  'identity.sheets.file.again': None
  'identity.sheets.file.keep': None
  'identity.sheets.again.passphrase': None
  'identity.sheets.again.passphraseHelp': None
  'identity.sheets.again.type': { words: Text }
  'identity.sheets.again.words': None
  'identity.sheets.again.typeHelp': None
  'identity.sheets.again.missing': None
  'identity.sheets.again.refused': None
  'identity.sheets.again.reason': None
  'identity.sheets.backup.title': None
  'identity.sheets.backup.text': None
  'identity.sheets.backup.action': None
  'identity.sheets.export.title': { label: Text }
  'identity.sheets.export.text': None
  'identity.sheets.export.warning': None
  'identity.sheets.export.understood': None
  'identity.sheets.export.action': None
  'identity.sheets.import.title': None
  'identity.sheets.import.text': None
  'identity.sheets.import.secret': None
  'identity.sheets.import.secretHelp': None
  'identity.sheets.import.orFile': None
  'identity.sheets.import.tooLarge': None
  'identity.sheets.import.isBackup': None
  'identity.sheets.import.kind': None
  'identity.sheets.import.passphrase': None
  'identity.sheets.import.action': None
  'identity.sheets.import.done': { label: Text }
  'identity.sheets.restore.title': None
  'identity.sheets.restore.text': None
  'identity.sheets.restore.file': None
  'identity.sheets.restore.tooLarge': None
  'identity.sheets.restore.passphrase': None
  'identity.sheets.restore.look': None
  'identity.sheets.restore.holds': { count: number }
  'identity.sheets.restore.outcomeNew': None
  'identity.sheets.restore.outcomePresent': None
  'identity.sheets.restore.outcomeReturned': None
  'identity.sheets.restore.nothing': None
  'identity.sheets.restore.overwrites': None
  'identity.sheets.restore.makesVault': None
  'identity.sheets.restore.owner': None
  'identity.sheets.restore.keep': None
  'identity.sheets.restore.keepText': None
  'identity.sheets.restore.become': None
  'identity.sheets.restore.becomeText': None
  'identity.sheets.restore.now': None
  'identity.sheets.restore.then': None
  'identity.sheets.restore.understood': None
  'identity.sheets.restore.action': None
  'identity.sheets.restore.becomeAction': None
  'identity.sheets.restore.done': { count: number }
  'identity.sheets.restore.became': None
  'identity.sheets.passphrase.title': None
  'identity.sheets.passphrase.text': None
  'identity.sheets.passphrase.current': None
  'identity.sheets.passphrase.missing': None
  'identity.sheets.passphrase.next': None
  'identity.sheets.passphrase.action': None
  'identity.sheets.passphrase.done': None
  'identity.sheets.move.text': None
  'identity.sheets.move.vault': None
  'identity.sheets.move.vaultLocked': None
  'identity.sheets.move.keychain': { name: Text }
  'identity.sheets.move.keychainOpen': None
  'identity.sheets.move.same': None
  'identity.sheets.move.passphrase': None
  'identity.sheets.move.understoodVault': None
  'identity.sheets.move.understoodKeychain': None
  'identity.sheets.move.action': None
  'identity.sheets.move.doneVault': None
  'identity.sheets.move.doneKeychain': { name: Text }
  'identity.sheets.revoke.title': { who: Text }
  'identity.sheets.revoke.text': None
  'identity.sheets.revoke.may': None
  'identity.sheets.revoke.atOnce': None
  'identity.sheets.revoke.kept': None
  'identity.sheets.revoke.again': None
  'identity.sheets.revoke.party': None
  'identity.sheets.revoke.action': None
  'identity.sheets.revoke.done': { who: Text }
  'identity.sheets.share.title': None
  'identity.sheets.share.text': None
  'identity.sheets.share.action': None
  'identity.sheets.share.done': None
  'identity.sheets.share.none': None
  'identity.sheets.share.noneText': None
  'identity.sheets.share.what': None
  'identity.sheets.share.scope': { keeper: Text; scope: Text }
  'identity.sheets.share.with': None
  'identity.sheets.share.agent': None
  'identity.sheets.share.did': None
  'identity.sheets.share.didHelp': None
  'identity.sheets.share.may': None
  'identity.sheets.share.read': None
  'identity.sheets.share.write': None
  'identity.sheets.share.until': None
  'identity.sheets.share.give': None
  'identity.sheets.share.save': None
  'identity.sheets.removeDevice.title': { name: Text }
  'identity.sheets.removeDevice.text': None
  'identity.sheets.removeDevice.last': None
  'identity.sheets.removeDevice.lastNone': None
  'identity.sheets.removeDevice.later': None
  'identity.sheets.removeDevice.reads': None
  'identity.sheets.removeDevice.key': None
  'identity.sheets.removeDevice.back': None
  'identity.sheets.removeDevice.action': None
  'identity.sheets.removeDevice.done': { name: Text }
  'identity.sheets.revokeApp.title': { who: Text; app: Text }
  'identity.sheets.revokeApp.text': None
  'identity.sheets.revokeApp.atOnce': None
  'identity.sheets.revokeApp.kept': None
  'identity.sheets.revokeApp.again': None
  'identity.sheets.revokeApp.action': None
  'identity.sheets.revokeApp.done': { who: Text; app: Text }
  'identity.owner.title': None
  'identity.owner.text': None
  'identity.owner.copy': None
  'identity.owner.copied': None
  'identity.backup.title': None
  'identity.backup.none': None
  'identity.backup.behind': { count: number }
  'identity.backup.whole': None
  'identity.backup.dataKey': None
  'identity.backup.action': None
  'identity.backup.again': None
  'identity.store.title': None
  'identity.store.keychain': { name: Text }
  'identity.store.vault': None
  'identity.store.vaultLocked': None
  'identity.store.keychainLocked': { name: Text }
  'identity.store.keychainChanged': { name: Text }
  'identity.store.missing': None
  'identity.store.damaged': None
  'identity.store.keychainName': None
  'identity.store.reason.absent': None
  'identity.store.reason.locked': None
  'identity.store.reason.changed': None
  'identity.store.reason.failed': None
  'identity.store.reason.chosen': None
  'identity.store.ready': None
  'identity.store.locked': None
  'identity.store.absent': None
  'identity.store.broken': None
  'identity.store.passphrase': None
  'identity.store.unlock': None
  'identity.store.unlocked': None
  'identity.store.lock': None
  'identity.store.locksAt': { time: Text }
  'identity.store.staysOpen': None
  'identity.store.lockSetting': None
  'identity.store.change': None
  'identity.store.toVault': None
  'identity.store.toKeychain': None
  'identity.store.recheck': None
  'identity.keys.title': None
  'identity.keys.create': None
  'identity.keys.import': None
  'identity.keys.restore': None
  'identity.keys.more': None
  'identity.keys.search': None
  'identity.keys.noMatch': None
  'identity.keys.noMatchText': None
  'identity.keys.showMore': { count: number }
  'identity.keys.showRetired': { count: number }
  'identity.keys.did': None
  'identity.keys.kind': None
  'identity.keys.where': None
  'identity.keys.inKeychain': None
  'identity.keys.inVault': None
  'identity.keys.created': None
  'identity.keys.imported': None
  'identity.keys.restored': None
  'identity.keys.replacedBy': None
  'identity.keys.lastUsed': None
  'identity.keys.ownerLabel': None
  'identity.keys.never': None
  'identity.keys.uses': None
  'identity.keys.backedUp': None
  'identity.keys.notYet': None
  'identity.keys.owner': None
  'identity.keys.default': None
  'identity.keys.retired': None
  'identity.keys.for.ownerDefault': None
  'identity.keys.for.owner': None
  'identity.keys.for.default': None
  'identity.keys.for.chosen': None
  'identity.keys.for.chain': None
  'identity.keys.for.retired': None
  'identity.keys.for.wallet': None
  'identity.keys.menu.qr': None
  'identity.keys.menu.rename': None
  'identity.keys.menu.default': None
  'identity.keys.menu.rotate': None
  'identity.keys.menu.retire': None
  'identity.keys.menu.retireDefault': None
  'identity.keys.menu.export': None
  'identity.keys.actions': { label: Text }
  'identity.keys.renameField': { label: Text }
  'identity.keys.save': None
  'identity.keys.none': None
  'identity.keys.noneText': None
  'identity.file.choose': None
  'identity.file.none': None
  'identity.file.kilobytes': { size: Text }
  'identity.file.megabytes': { size: Text }
  'identity.file.hashing': None
  'identity.file.tooLarge': None
  'identity.file.unreadable': None
  'identity.signing.title': None
  'identity.signing.ofText': None
  'identity.signing.ofFile': None
  'identity.sign.title': None
  'identity.sign.titleFile': None
  'identity.sign.text': None
  'identity.sign.textFile': None
  'identity.sign.field': None
  'identity.sign.fieldFile': None
  'identity.sign.with': None
  'identity.sign.action': None
  'identity.sign.keyId': None
  'identity.sign.signature': None
  'identity.sign.copy': None
  'identity.sign.copyFile': None
  'identity.verify.title': None
  'identity.verify.titleFile': None
  'identity.verify.text': None
  'identity.verify.textFile': None
  'identity.verify.paste': None
  'identity.verify.pasteFile': None
  'identity.verify.pasteBad': None
  'identity.verify.pasteBadFile': None
  'identity.verify.pasteDenied': None
  'identity.verify.field': None
  'identity.verify.keyId': None
  'identity.verify.signature': None
  'identity.verify.otherFile': None
  'identity.verify.action': None
  'identity.verify.validTitle': None
  'identity.verify.invalidTitle': None
  'identity.verify.uncheckedTitle': None
  'identity.verify.valid': None
  'identity.verify.validFile': None
  'identity.verify.invalid': None
  'identity.verify.invalidFile': None
  'identity.verify.unchecked': None
  'identity.verify.noKey': None
  'identity.verify.by': None
  'identity.verify.own': None
  'identity.devices.title': None
  'identity.devices.text': None
  'identity.devices.this': None
  'identity.devices.unnamed': None
  'identity.devices.id': None
  'identity.devices.since': None
  'identity.devices.last': None
  'identity.devices.lastNone': None
  'identity.devices.until': None
  'identity.devices.first': None
  'identity.devices.not': None
  'identity.devices.removed': None
  'identity.devices.isRemoved': None
  'identity.devices.renameOf': { name: Text }
  'identity.devices.renameField': { name: Text }
  'identity.devices.remove': None
  'identity.devices.removeOf': { name: Text }
  'identity.devices.ended': { count: number }
  'identity.authorizations.title': None
  'identity.authorizations.text': None
  'identity.authorizations.none': None
  'identity.authorizations.noneText': None
  'identity.authorizations.noneActive': None
  'identity.authorizations.on': { scope: Text }
  'identity.authorizations.until': None
  'identity.authorizations.expired': None
  'identity.authorizations.revoked': None
  'identity.authorizations.isExpired': None
  'identity.authorizations.isRevoked': None
  'identity.authorizations.revoke': None
  'identity.authorizations.revokeOf': { who: Text }
  'identity.authorizations.ended': { count: number }
  'identity.authorizations.actions.state_create': None
  'identity.authorizations.actions.state_query': None
  'identity.authorizations.actions.state_update': None
  'identity.authorizations.actions.state_delete': None
  'identity.authorizations.actions.state_delete_hard': None
  'identity.authorizations.share': None
  'identity.authorizations.dataOf': { owner: Text }
  'identity.authorizations.apps.title': None
  'identity.authorizations.apps.text': None
  'identity.authorizations.apps.keeps': { app: Text }
  'identity.authorizations.apps.revokeOf': { who: Text; app: Text }
  'identity.authorizations.apps.allow': None
  'identity.authorizations.apps.allowOf': { who: Text; app: Text }
  'identity.authorizations.apps.allowed': { who: Text; app: Text }
  'identity.authorizations.ownData': None
  'identity.log.title': None
  'identity.log.text': None
  'identity.log.check': None
  'identity.log.export': None
  'identity.log.whole': { count: number }
  'identity.log.wholeText': None
  'identity.log.broken': None
  'identity.log.brokenAt': { at: Text; id: Text }
  'identity.log.brokenText': None
  'identity.log.head': None
  'identity.log.search': None
  'identity.log.anyKey': None
  'identity.log.found': { count: number; found: Text }
  'identity.log.all': { count: number }
  'identity.log.newest': { count: number }
  'identity.log.noMatch': None
  'identity.log.purpose': None
  'identity.log.requester': None
  'identity.log.digest': None
  'identity.log.at': None
  'identity.log.key': None
  'identity.log.none': None
  'identity.log.noneText': None
  'identity.log.more': None
  'identity.log.purposes.text': None
  'identity.log.purposes.file': None
  'identity.log.purposes.package': None
  'identity.log.purposes.authorization': None
  'identity.log.purposes.backup': None
  'identity.log.purposes.export': None
  'identity.log.purposes.transaction': None
  'identity.log.purposes.device': None
  'identity.log.purposes.device_removal': None
  'identity.log.purposes.did_document': None
  'identity.log.purposes.wallet_message': None
  'identity.log.purposes.wallet_typed_data': None
  'identity.log.purposes.wallet_transaction': None
  'identity.log.request': { to: Text }
  'identity.log.capability': { name: Text }
  'identity.log.requesters.owner': None
  'identity.log.requesters.renderer': None
  'identity.log.requesters.cli': None
  'identity.log.requesters.mcp': None
  'identity.log.requesters.internal': None
  'identity.waits.title': None
  'identity.waits.vault': None
  'identity.waits.keychain': { name: Text }
  'identity.waits.goOn': None
  'identity.waits.decline': None
  'interfaces.title': { server: Text }
  'interfaces.frame': { server: Text }
  'interfaces.theirs': { server: Text }
  'interfaces.off': None
  'interfaces.expired': None
  'interfaces.slow': { seconds: number }
  'interfaces.readOnly': None
  'interfaces.again': None
  'interfaces.hosts': { hosts: Text; server: Text }
  'interfaces.allowHosts': None
  'interfaces.open': None
  'interfaces.stay': None
  'interfaces.send': None
  'interfaces.dont': None
  'interfaces.context': { server: Text }
  'interfaces.says': { server: Text }
  'interfaces.stopped.flood': None
  'interfaces.stopped.left': None
  'interfaces.asks.link': None
  'interfaces.asks.message': { server: Text }
  'making.all': None
  'making.intro': None
  'making.start': None
  'making.drafts': None
  'making.untitled': None
  'making.byHand': None
  'making.gone': None
  'making.goneText': None
  'making.remove': None
  'making.removeOf': { title: Text }
  'making.removeAsk': None
  'making.kept': None
  'making.keeping': None
  'making.save': None
  'making.publish': None
  'making.install': None
  'making.installAgain': None
  'making.side': None
  'making.firstField': None
  'making.about.heading': None
  'making.about.title': None
  'making.about.titleHelp': None
  'making.about.description': None
  'making.about.name': None
  'making.about.nameHelp': None
  'making.about.icon': None
  'making.about.letter': None
  'making.icon.bell': None
  'making.icon.book': None
  'making.icon.bookmark': None
  'making.icon.calendar': None
  'making.icon.cart': None
  'making.icon.chart': None
  'making.icon.chat': None
  'making.icon.clock': None
  'making.icon.code': None
  'making.icon.data': None
  'making.icon.document': None
  'making.icon.food': None
  'making.icon.globe': None
  'making.icon.heart': None
  'making.icon.home': None
  'making.icon.idea': None
  'making.icon.inbox': None
  'making.icon.key': None
  'making.icon.language': None
  'making.icon.link': None
  'making.icon.list': None
  'making.icon.money': None
  'making.icon.music': None
  'making.icon.note': None
  'making.icon.people': None
  'making.icon.person': None
  'making.icon.picture': None
  'making.icon.place': None
  'making.icon.plant': None
  'making.icon.receipt': None
  'making.icon.star': None
  'making.icon.table': None
  'making.icon.timer': None
  'making.icon.tool': None
  'making.icon.weather': None
  'making.icon.work': None
  'making.keeps.heading': None
  'making.keeps.text': None
  'making.keeps.record': None
  'making.keeps.recordHelp': None
  'making.keeps.fields': None
  'making.keeps.field': { number: Text }
  'making.keeps.name': None
  'making.keeps.kind': None
  'making.keeps.required': None
  'making.keeps.remove': { name: Text }
  'making.keeps.add': None
  'making.keeps.choices': { name: Text }
  'making.keeps.choicesExample': None
  'making.kind.text': None
  'making.kind.note': None
  'making.kind.number': None
  'making.kind.whole': None
  'making.kind.date': None
  'making.kind.time': None
  'making.kind.yesNo': None
  'making.kind.link': None
  'making.kind.list': None
  'making.kind.choices': None
  'making.tools.heading': None
  'making.tools.text': None
  'making.tools.create': None
  'making.tools.query': None
  'making.tools.update': None
  'making.tools.delete': None
  'making.tools.mustFind': None
  'making.asked.heading': None
  'making.asked.text': None
  'making.asked.textCalls': None
  'making.asked.sentence': { number: Text }
  'making.asked.placeholder': None
  'making.asked.add': None
  'making.asked.remove': { number: Text }
  'making.asked.suggest': None
  'making.suggested.add': { record: Text }
  'making.suggested.show': { record: Text }
  'making.suggested.find': { record: Text }
  'making.suggested.change': { record: Text }
  'making.suggested.delete': { record: Text }
  'making.more.heading': None
  'making.more.instructions': None
  'making.more.instructionsHelp': None
  'making.more.version': None
  'making.more.versionHelp': None
  'making.more.changes': { version: Text }
  'making.more.changesHelp': None
  'making.more.contact': None
  'making.more.contactHelp': None
  'making.more.contactWrong': None
  'making.more.readme': None
  'making.more.readmeHelp': None
  'making.fault.name': None
  'making.fault.version': None
  'making.fault.no_fields': None
  'making.fault.no_verbs': None
  'making.fault.field_name': None
  'making.fault.field_filled': None
  'making.fault.field_twice': None
  'making.fault.choices': None
  'making.fault.picture_words': None
  'making.way.reached': { score: Text }
  'making.way.other': { titles: Text; score: Text }
  'making.way.asked': { titles: Text }
  'making.way.several': { titles: Text }
  'making.way.none': { score: Text }
  'making.trial.heading': None
  'making.trial.placeholder': None
  'making.trial.text': None
  'making.trial.notYet': None
  'making.trial.broken': None
  'making.findings.heading': None
  'making.findings.unfinished': { count: number }
  'making.findings.none': None
  'making.findings.taken': None
  'making.findings.takenText': { author: Text }
  'making.findings.changed': None
  'making.findings.changedText': None
  'making.findings.changedByHand': None
  'making.findings.renumber': None
  'making.installed.heading': None
  'making.installed.text': None
  'making.installed.page': None
  'making.file.heading': None
  'making.file.text': None
  'making.file.show': None
  'making.file.hide': None
  'making.file.edit': None
  'making.file.byHand': None
  'making.file.byHandText': None
  'making.file.back': None
  'making.file.backAsk': None
  'making.file.stay': None
  'making.acts.heading': None
  'making.acts.text': None
  'making.acts.openApi': None
  'making.acts.server': None
  'making.acts.noServer': None
  'making.acts.remove': { name: Text }
  'making.acts.needs': None
  'making.acts.choose': { title: Text }
  'making.acts.chooseText': None
  'making.acts.add': { count: number }
  'making.acts.none': None
  'making.acts.leftOut': { count: number }
  'making.acts.why.method': None
  'making.acts.why.auth': None
  'making.acts.why.parameter': None
  'making.acts.why.body': None
  'making.acts.why.address': None
  'making.acts.why.form': None
  'making.acts.tooLarge': None
  'making.describe.label': None
  'making.describe.help': None
  'making.describe.placeholder': None
  'making.describe.action': None
  'making.describe.by': { model: Text }
  'making.describe.byText': None
  'making.elsewhere.title': None
  'making.elsewhere.gone': None
  'making.elsewhere.text': None
  'making.elsewhere.mine': None
  'making.elsewhere.theirs': None
  'making.pictures.label': None
  'making.pictures.help': None
  'making.pictures.words': None
  'making.pictures.attach': None
  'making.pictures.remove': { number: Text }
  'making.pictures.tooLarge': None
  'marketplace.search.label': None
  'marketplace.search.placeholder': None
  'marketplace.search.results': None
  'marketplace.search.count': { count: number }
  'marketplace.search.countAtLeast': { count: number }
  'marketplace.search.more': None
  'marketplace.search.none': None
  'marketplace.search.noneText': None
  'marketplace.search.clear': None
  'marketplace.search.empty': None
  'marketplace.search.emptyText': None
  'marketplace.search.offline': None
  'marketplace.search.offlineText': None
  'marketplace.sort.label': None
  'marketplace.sort.relevance': None
  'marketplace.sort.name': None
  'marketplace.sort.newest': None
  'marketplace.sort.votes': None
  'marketplace.filters.label': None
  'marketplace.filters.tags': None
  'marketplace.filters.permissions': None
  'marketplace.filters.author_did': None
  'marketplace.filters.model_family': None
  'marketplace.filters.sources': None
  'marketplace.filters.chip': { kind: Text; value: Text }
  'marketplace.filters.counted': { label: Text; count: number }
  'marketplace.filters.remove': { filter: Text }
  'marketplace.filters.clear': None
  'marketplace.filters.all': None
  'marketplace.filters.fewer': None
  'marketplace.permission.state_query': None
  'marketplace.permission.state_create': None
  'marketplace.permission.state_update': None
  'marketplace.permission.state_delete': None
  'marketplace.permission.state_delete_hard': None
  'marketplace.permission.storage_large': None
  'marketplace.permission.ui_ask': None
  'marketplace.permission.model_extract': None
  'marketplace.mark.installed': None
  'marketplace.mark.update': None
  'marketplace.mark.yanked': None
  'marketplace.mark.conflict': None
  'marketplace.mark.asks': None
  'marketplace.mark.blocked': None
  'marketplace.card.may': None
  'marketplace.card.more': { count: number }
  'marketplace.card.hosts': { host: Text; count: number }
  'marketplace.card.noHosts': None
  'marketplace.card.votes': None
  'marketplace.source.silent': { count: number }
  'marketplace.source.cached': { name: Text; when: Text }
  'marketplace.source.failed': { name: Text }
  'marketplace.detail.readme': None
  'marketplace.detail.back': None
  'marketplace.detail.checking': None
  'marketplace.detail.open': None
  'marketplace.detail.older': { version: Text }
  'marketplace.detail.withdrawn': { version: Text }
  'marketplace.detail.blocked': { version: Text }
  'marketplace.detail.asTold': None
  'marketplace.detail.noTools': None
  'marketplace.detail.takes': None
  'marketplace.detail.keeps': None
  'marketplace.detail.prompt': None
  'marketplace.detail.promptText': None
  'marketplace.detail.whole': None
  'marketplace.detail.less': None
  'marketplace.detail.size': None
  'marketplace.detail.license': None
  'marketplace.detail.homepage': None
  'marketplace.detail.changelog': None
  'marketplace.detail.uri': None
  'marketplace.schema.field': None
  'marketplace.schema.type': None
  'marketplace.schema.meaning': None
  'marketplace.schema.none': None
  'marketplace.schema.merge': { rule: Text }
  'marketplace.schema.rules.lww_register': None
  'marketplace.schema.rules.mv_register': None
  'marketplace.schema.rules.rga_text': None
  'marketplace.schema.rules.grow_only_set': None
  'marketplace.schema.rules.or_map': None
  'marketplace.schema.rules.counter': None
  'marketplace.schema.rules.flag': None
  'marketplace.schema.rules.log_rga': None
  'marketplace.versions.title': None
  'marketplace.versions.shown': None
  'marketplace.versions.look': None
  'marketplace.versions.lookAt': { version: Text }
  'marketplace.versions.compare': None
  'marketplace.versions.compareWith': { version: Text }
  'marketplace.versions.all': { count: number }
  'marketplace.versions.gap': { count: number }
  'marketplace.versions.by.chain': { source: Text }
  'marketplace.versions.by.index': { source: Text }
  'marketplace.versions.by.file': { source: Text }
  'marketplace.conflict.title': None
  'marketplace.conflict.text': None
  'marketplace.conflict.says': { version: Text; hash: Text; author: Text }
  'marketplace.conflict.shown': { source: Text }
  'marketplace.yanked.title': { version: Text }
  'marketplace.yanked.text': { reason: Text }
  'marketplace.chain.title': None
  'marketplace.chain.read': None
  'marketplace.chain.for': None
  'marketplace.chain.against': None
  'marketplace.chain.noRecord': None
  'marketplace.chain.publisher': None
  'marketplace.chain.when': None
  'marketplace.verification.title': None
  'marketplace.verification.holds': None
  'marketplace.verification.broken': None
  'marketplace.verification.step.event': None
  'marketplace.verification.step.cid': None
  'marketplace.verification.step.sha256': None
  'marketplace.verification.step.signature': None
  'marketplace.verification.step.author': None
  'marketplace.verification.means.event': None
  'marketplace.verification.means.cid': None
  'marketplace.verification.means.sha256': None
  'marketplace.verification.means.signature': None
  'marketplace.verification.means.author': None
  'marketplace.verification.check.held': None
  'marketplace.verification.check.failed': None
  'marketplace.verification.check.not_checked': None
  'marketplace.install.title': None
  'marketplace.install.fetching': None
  'marketplace.install.step.find': None
  'marketplace.install.step.fetch': None
  'marketplace.install.step.verify': None
  'marketplace.install.step.read': None
  'marketplace.install.does.find': None
  'marketplace.install.does.fetch': None
  'marketplace.install.does.verify': None
  'marketplace.install.does.read': None
  'marketplace.install.soFar': { bytes: Text }
  'marketplace.install.cautions': None
  'marketplace.install.from': None
  'marketplace.install.by.builtin': None
  'marketplace.install.by.folder': None
  'marketplace.install.by.indexer': None
  'marketplace.install.by.chain': None
  'marketplace.install.by.cid': None
  'marketplace.install.by.url': None
  'marketplace.install.by.static': None
  'marketplace.from.title': None
  'marketplace.from.file': None
  'marketplace.from.address': None
  'marketplace.paste.title': None
  'marketplace.paste.text': None
  'marketplace.paste.label': None
  'marketplace.paste.help': None
  'marketplace.paste.wrong': None
  'marketplace.sources.title': None
  'marketplace.sources.text': None
  'marketplace.sources.none': None
  'marketplace.sources.noneText': None
  'marketplace.sources.add': None
  'marketplace.sources.what': None
  'marketplace.sources.kind.builtin': None
  'marketplace.sources.kind.folder': None
  'marketplace.sources.kind.indexer': None
  'marketplace.sources.kind.chain': None
  'marketplace.sources.kind.static': None
  'marketplace.sources.about.builtin': None
  'marketplace.sources.about.folder': None
  'marketplace.sources.about.indexer': None
  'marketplace.sources.about.chain': None
  'marketplace.sources.about.static': None
  'marketplace.sources.indexer': None
  'marketplace.sources.path': None
  'marketplace.sources.registry': None
  'marketplace.sources.noRegistry': None
  'marketplace.sources.trustLabel': None
  'marketplace.sources.trust.trusted': None
  'marketplace.sources.trust.ask': None
  'marketplace.sources.trust.off': None
  'marketplace.sources.trustText.trusted': None
  'marketplace.sources.trustText.ask': None
  'marketplace.sources.trustOf': { name: Text }
  'marketplace.sources.status.fresh': None
  'marketplace.sources.status.cached': None
  'marketplace.sources.status.failed': None
  'marketplace.sources.status.off': None
  'marketplace.sources.status.not_asked': None
  'marketplace.sources.heldAgainst': { registry: Text }
  'marketplace.sources.answered': None
  'marketplace.sources.up': { name: Text }
  'marketplace.sources.down': { name: Text }
  'marketplace.sources.removeAsk': None
  'marketplace.sources.place': None
  'marketplace.sources.look': None
  'marketplace.sources.found': { count: number; date: Text }
  'marketplace.sources.pinned': None
  'marketplace.sources.signedBy': None
  'marketplace.sources.holds': { count: number }
  'marketplace.sources.stays': None
  'marketplace.updates.title': None
  'marketplace.updates.none': None
  'marketplace.updates.unknown': None
  'marketplace.updates.off': None
  'marketplace.updates.silent': { source: Text }
  'marketplace.updates.never': { source: Text }
  'marketplace.updates.count': { count: number }
  'marketplace.updates.checked': None
  'marketplace.updates.check': None
  'marketplace.updates.all': None
  'marketplace.updates.running': { title: Text }
  'marketplace.updates.done': { count: number }
  'marketplace.updates.left': { count: number }
  'marketplace.updates.asks': None
  'marketplace.updates.yanked': { source: Text; reason: Text }
  'marketplace.updates.review': None
  'marketplace.updates.reviewNamed': { title: Text }
  'marketplace.updates.notInstallable': { problem: Text }
  'marketplace.updates.passedOver': { version: Text; problem: Text }
  'marketplace.shelves.known': None
  'marketplace.shelves.new': None
  'marketplace.shelves.popular': None
  'marketplace.shelves.offline': None
  'marketplace.shelves.noModel': None
  'marketplace.shelves.all': None
  'marketplace.shelves.recommended': None
  'marketplace.shelves.collections': None
  'marketplace.make': None
  'marketplace.blocked.title': { list: Text; version: Text }
  'marketplace.blocked.text': { reason: Text }
  'marketplace.recommended.by': { list: Text }
  'marketplace.recommended.byMany': { list: Text; count: number }
  'marketplace.recommended.why': { lists: Text }
  'marketplace.lists.title': None
  'marketplace.lists.text': None
  'marketplace.lists.none': None
  'marketplace.lists.add': None
  'marketplace.lists.place': None
  'marketplace.lists.placeHelp': None
  'marketplace.lists.name': None
  'marketplace.lists.nameHelp': None
  'marketplace.lists.found': { title: Text; date: Text }
  'marketplace.lists.counts': { blocked: number; recommended: number; collections: number }
  'marketplace.lists.pinned': None
  'marketplace.lists.follow': None
  'marketplace.lists.update': None
  'marketplace.lists.updated': None
  'marketplace.lists.remove': { name: Text }
  'marketplace.lists.removeAsk': None
  'marketplace.lists.show': None
  'marketplace.lists.allVersions': None
  'marketplace.lists.more': { count: number }
  'marketplace.lists.says.blocked': None
  'marketplace.lists.says.recommends': None
  'marketplace.lists.says.collections': None
  'marketplace.collection.by': { list: Text }
  'marketplace.collection.count': { count: number }
  'marketplace.collection.text': None
  'marketplace.collection.lack.not_found': None
  'marketplace.collection.lack.other_author': None
  'marketplace.collection.lack.other_version': { versions: Text }
  'marketplace.collection.author': None
  'marketplace.report.action': None
  'marketplace.report.title': { title: Text }
  'marketplace.report.text': None
  'marketplace.report.to': None
  'marketplace.report.author': None
  'marketplace.report.nobody': None
  'marketplace.report.what': None
  'marketplace.report.message': None
  'marketplace.report.subject': { name: Text; version: Text }
  'marketplace.report.body': { uri: Text; sha256: Text; author: Text; text: Text }
  'marketplace.report.mail': None
  'marketplace.report.page': None
  'marketplace.report.copy': None
  'marketplace.pictures.title': None
  'marketplace.pictures.open': { alt: Text }
  'marketplace.pictures.gone': None
  'marketplace.pictures.previous': None
  'marketplace.pictures.next': None
  'marketplace.pictures.at': { number: Text; count: Text }
  'models.title': None
  'models.text': None
  'models.refresh': None
  'models.reachable': None
  'models.unreachable': None
  'models.facts.latency': { ms: Text }
  'models.facts.version': { version: Text }
  'models.facts.here': None
  'models.facts.leaves': None
  'models.facts.key': None
  'models.facts.noKey': None
  'models.lastError': None
  'models.loaded': None
  'models.loadedUntil': { when: Text }
  'models.unload': None
  'models.none': None
  'models.more': { count: number }
  'models.inUse': None
  'models.use': None
  'models.window': { count: number }
  'models.windowUnknown': None
  'models.speed': { speed: number }
  'models.guided.label': None
  'models.guided.of': { name: Text }
  'models.abilities.tools': None
  'models.abilities.vision': None
  'models.abilities.thinking': None
  'models.abilities.embedding': None
  'models.recommended.title': None
  'models.recommended.text': None
  'models.recommended.best': None
  'models.recommended.tooBig': None
  'models.recommended.here': None
  'models.recommended.goodAt.tiny': None
  'models.recommended.goodAt.small': None
  'models.recommended.goodAt.everyday': None
  'models.recommended.goodAt.strong': None
  'models.recommended.goodAt.large': None
  'models.recommended.goodAt.largest': None
  'models.recommended.goodAt.search': None
  'models.remove.action': None
  'models.remove.ask': { name: Text }
  'models.remove.keep': None
  'models.pull.downloads': None
  'models.pull.title': None
  'models.pull.help': None
  'models.pull.placeholder': None
  'models.pull.action': None
  'models.pull.stop': None
  'models.pull.resume': None
  'models.pull.dismiss': None
  'models.pull.running': { done: Text; total: Text }
  'models.pull.preparing': None
  'models.pull.interrupted': None
  'models.pull.stopped': None
  'models.endpoint.add': None
  'models.endpoint.edit': None
  'models.endpoint.test': None
  'models.endpoint.works': { count: number; ms: Text }
  'models.endpoint.remove': None
  'models.endpoint.removeAsk': { name: Text }
  'models.endpoint.keep': None
  'models.endpoint.title': { name: Text }
  'models.endpoint.description': None
  'models.endpoint.preset': None
  'models.endpoint.other': None
  'models.endpoint.protocol': None
  'models.endpoint.protocols.openai': None
  'models.endpoint.protocols.anthropic': None
  'models.endpoint.protocols.gemini': None
  'models.endpoint.name': None
  'models.endpoint.url': None
  'models.endpoint.urlHelp': None
  'models.endpoint.key': None
  'models.endpoint.keyHelp': None
  'models.endpoint.keyHelpKept': None
  'models.endpoint.getKey': { name: Text }
  'models.endpoint.forgetKey': None
  'models.endpoint.window': None
  'models.endpoint.windowHelp': None
  'models.endpoint.tools': None
  'models.endpoint.toolsHow.auto': None
  'models.endpoint.toolsHow.native': None
  'models.endpoint.toolsHow.described': None
  'models.endpoint.vision': None
  'models.endpoint.models': None
  'models.endpoint.modelsHelp': None
  'models.endpoint.remote': { host: Text }
  'models.endpoint.save': None
  'models.instead.planner': None
  'models.instead.plannerAlways': None
  'models.instead.with': { name: Text }
  'models.instead.leaves': { name: Text }
  'models.instead.label': None
  'models.needs.title': None
  'models.needs.text': None
  'models.needs.own': None
  'models.needs.window': { count: number }
  'models.needs.family': { families: Text }
  'models.needs.feature': { feature: Text }
  'models.needs.fits': None
  'models.needs.blocked': None
  'models.needs.verdict.met': None
  'models.needs.verdict.noModel': None
  'models.needs.verdict.partly': None
  'models.needs.verdict.none': None
  'models.needs.lacks': { model: Text; name: Text }
  'models.needs.other': { model: Text }
  'models.needs.todo': None
  'models.picker.conversation': None
  'models.picker.everywhere': None
  'models.picker.default': None
  'models.picker.leaves': None
  'models.picker.manage': None
  'models.choices.embeddingAuto': None
  'models.choices.embeddingNone': None
  'models.choices.keepServer': None
  'models.choices.keepNot': None
  'models.choices.keepGood': None
  'models.choices.minutes': { count: number }
  'models.inside.title': None
  'models.inside.text': None
  'models.inside.needsProgram': { size: Text }
  'models.inside.build': None
  'models.inside.graphics': { size: Text }
  'models.inside.builds.auto': { build: Text }
  'models.inside.builds.cpu': None
  'models.inside.builds.metal': None
  'models.inside.builds.vulkan': None
  'models.inside.builds.cuda': None
  'models.inside.getProgram': None
  'models.inside.unsupported': None
  'models.inside.other': None
  'models.inside.otherHelp': None
  'models.inside.program': None
  'names.owner': None
  'names.yours': None
  'names.offeredTo': None
  'names.offeredBy': None
  'names.offeredToYou': None
  'names.vote.for': None
  'names.vote.against': None
  'names.vote.back': None
  'names.voted.for': None
  'names.voted.against': None
  'names.withdraw': None
  'names.passOn': None
  'names.cancel': None
  'names.accept': None
  'names.title.for': { name: Text }
  'names.title.against': { name: Text }
  'names.title.back': { name: Text }
  'names.title.yank': { name: Text }
  'names.title.offer': { name: Text }
  'names.title.cancel': { name: Text }
  'names.title.accept': { name: Text }
  'names.about.for': None
  'names.about.against': None
  'names.about.back': None
  'names.about.yank': None
  'names.about.offer': None
  'names.about.cancel': None
  'names.about.accept': None
  'names.version': None
  'names.reason': None
  'names.reasonHelp': None
  'names.to': None
  'names.toHelp': None
  'names.wrong.reason_long': None
  'names.wrong.address_wrong': None
  'names.wrong.address_zero': None
  'names.costLater': None
  'names.asking': None
  'names.noAccount': None
  'names.tooLittle': { address: Text }
  'names.agree': { name: Text; version: Text }
  'names.send.for': None
  'names.send.against': None
  'names.send.back': None
  'names.send.yank': None
  'names.send.offer': None
  'names.send.cancel': None
  'names.send.accept': None
  'names.sending': None
  'names.pending': None
  'names.done.for': None
  'names.done.against': None
  'names.done.back': None
  'names.done.yank': None
  'names.done.offer': None
  'names.done.cancel': None
  'names.done.accept': None
  'names.paid': { fee: Text }
  'offer.text': None
  'offer.saved': None
  'offer.identity.title': None
  'offer.identity.signAs': None
  'offer.identity.signAsText': None
  'offer.identity.choose': None
  'offer.identity.none': None
  'offer.identity.another': None
  'offer.identity.create': None
  'offer.identity.host': None
  'offer.identity.hostText': None
  'offer.identity.hostProblem': None
  'offer.identity.path': None
  'offer.identity.pathText': None
  'offer.about': None
  'offer.name': None
  'offer.description': None
  'offer.descriptionText': None
  'offer.owner.name': None
  'offer.owner.kind': None
  'offer.owner.url': None
  'offer.owner.Person': None
  'offer.owner.Organization': None
  'offer.tools.title': None
  'offer.tools.text': None
  'offer.tools.questions': None
  'offer.tools.questionsText': None
  'offer.tools.orders': None
  'offer.tools.ordersText': None
  'offer.tools.asks': None
  'offer.tools.forms': None
  'offer.tools.formsText': None
  'offer.tools.threads': None
  'offer.tools.threadsText': None
  'offer.items.title': None
  'offer.items.none': None
  'offer.items.add': None
  'offer.items.edit': None
  'offer.items.sheetText': None
  'offer.items.removeQuestion': None
  'offer.item.kind': None
  'offer.item.name': None
  'offer.item.identifier': None
  'offer.item.identifierText': None
  'offer.item.description': None
  'offer.item.amount': None
  'offer.item.currency': None
  'offer.item.brand': None
  'offer.item.category': None
  'offer.item.options': None
  'offer.item.optionsText': None
  'offer.item.images': None
  'offer.item.imagesText': None
  'offer.item.problem.name': None
  'offer.item.problem.identifier': None
  'offer.item.problem.taken': None
  'offer.item.problem.price': None
  'offer.item.problem.images': None
  'offer.item.problem.options': None
  'offer.problem.no_did': None
  'offer.problem.did_inactive': None
  'offer.problem.no_name': None
  'offer.problem.tool_missing': None
  'offer.problem.endpoint_closed': None
  'offer.publish.title': None
  'offer.publish.waits': { version: Text }
  'offer.publish.upToDate': { version: Text }
  'offer.publish.open': None
  'offer.publish.preview': None
  'offer.publish.hide': None
  'offer.publish.sheet': { version: Text }
  'offer.publish.sheetText': None
  'offer.publish.sign': None
  'offer.publish.done': None
  'offer.published.title': None
  'offer.published.version': { version: Text }
  'offer.published.as': None
  'offer.published.verify': None
  'offer.published.verifyText': None
  'offer.published.other': None
  'offer.published.uploadHint': None
  'offer.published.files': { count: number }
  'offer.published.filesText': None
  'offer.published.save': None
  'offers.open': None
  'offers.title': None
  'offers.text': None
  'offers.server': None
  'offers.search': None
  'offers.none': None
  'offers.noMatch': None
  'offers.more': None
  'offers.take': None
  'offers.look': { count: number }
  'offers.looking': None
  'offers.reading': None
  'offers.attached': { name: Text; server: Text }
  'offers.cut': { count: number }
  'offers.noRoom': { count: number; texts: number; characters: number }
  'offers.sum': { count: number; characters: number }
  'offers.removeAll': None
  'offers.left': { count: number }
  'offers.result.image': None
  'offers.result.audio': None
  'offers.result.unknown': { type: Text }
  'offers.result.more': { count: number }
  'offers.result.save': { type: Text }
  'offers.result.task.working': None
  'offers.result.task.input-required': None
  'offers.result.task.auth-required': None
  'offers.kinds.resource': None
  'offers.kinds.template': None
  'offers.kinds.prompt': None
  'offers.file': { name: Text; count: number }
  'offers.fileSize': { count: number }
  'offers.fileCut': { kept: number; count: number }
  'offers.filePart': { name: Text; kept: number; count: number }
  'offers.notText': { name: Text }
  'offers.drop': None
  'pins.title': None
  'pins.parts': { count: number }
  'pins.accepted': None
  'pins.unpinned': None
  'pins.unpinnedBecause': { what: Text }
  'pins.unpinnedImage': None
  'pins.changed': None
  'pins.changedText': { before: Text; after: Text }
  'pins.differences': None
  'pins.more': { count: number }
  'pins.accept': None
  'pins.acceptMove': { path: Text }
  'pins.keepOff': None
  'pins.fetches': { program: Text; packages: Text; host: Text }
  'pins.allowHost': { host: Text }
  'pins.wanted': { count: number }
  'pins.allowWanted': { count: number }
  'profile.names.name': None
  'profile.names.given-name': None
  'profile.names.family-name': None
  'profile.names.nickname': None
  'profile.names.email': None
  'profile.names.tel': None
  'profile.names.street-address': None
  'profile.names.postal-code': None
  'profile.names.address-level2': None
  'profile.names.address-level1': None
  'profile.names.country': None
  'profile.names.organization': None
  'profile.names.organization-title': None
  'profile.names.bday': None
  'profile.names.language': None
  'profile.names.url': None
  'profile.fill': None
  'profile.filled': { names: Text }
  'profile.none': None
  'profile.takeOut': None
  'profile.takenOut': None
  'profile.edit': None
  'profile.why': None
  'profile.noWhy': None
  'profile.empty': None
  'profile.title': None
  'profile.about': None
  'profile.save': None
  'profile.remove': None
  'profile.removeOf': { name: Text }
  'profile.removed': { names: Text }
  'profile.putBack': None
  'profile.clear': None
  'profile.list': None
  'profile.modelReads': None
  'prompts.title': None
  'prompts.text': None
  'prompts.add': None
  'prompts.empty': None
  'prompts.emptyText': None
  'prompts.name': None
  'prompts.words': None
  'prompts.wordsHelp': { example: Text }
  'prompts.save': None
  'prompts.use': None
  'prompts.useOf': { name: Text }
  'prompts.edit': None
  'prompts.editOf': { name: Text }
  'prompts.removeOf': { name: Text }
  'prompts.removeAsk': None
  'prompts.yours': None
  'prompts.writtenBy': { server: Text }
  'prompts.gone': None
  'prompts.persona.title': None
  'prompts.persona.text': None
  'prompts.persona.add': None
  'prompts.persona.empty': None
  'prompts.persona.emptyText': None
  'prompts.persona.choose': None
  'prompts.persona.short': None
  'prompts.persona.none': None
  'prompts.persona.noneText': None
  'prompts.persona.manage': None
  'prompts.persona.instructions': None
  'prompts.persona.instructionsHelp': None
  'prompts.persona.model': None
  'prompts.persona.modelSettings': None
  'prompts.persona.limited': None
  'prompts.persona.limitedText': None
  'prompts.persona.capabilities': None
  'prompts.persona.noCapabilities': None
  'prompts.persona.removeAsk': None
  'publishing.title': None
  'publishing.titleOf': { title: Text; version: Text }
  'publishing.about.choose': None
  'publishing.about.plan': None
  'publishing.about.run': None
  'publishing.about.done': None
  'publishing.noRegistry': None
  'publishing.noRegistryText': None
  'publishing.registry': None
  'publishing.choose': None
  'publishing.chooseText': { registry: Text }
  'publishing.checking': None
  'publishing.yours': None
  'publishing.none': None
  'publishing.show': None
  'publishing.showNamed': { title: Text; version: Text }
  'publishing.publication.running': None
  'publishing.publication.interrupted': None
  'publishing.publication.failed': None
  'publishing.publication.published': None
  'publishing.what': None
  'publishing.you': None
  'publishing.kept': None
  'publishing.pays': None
  'publishing.cost': None
  'publishing.atMost': { amount: Text }
  'publishing.balance': { amount: Text }
  'publishing.tooLittle': None
  'publishing.tooLittleText': None
  'publishing.warnings': None
  'publishing.already': None
  'publishing.note.kept_here_only': None
  'publishing.note.other_author': None
  'publishing.note.account_not_backed_up': None
  'publishing.note.name_new': None
  'publishing.note.earlier_unread': None
  'publishing.note.pictures_missing': None
  'publishing.steps': None
  'publishing.step.check': None
  'publishing.step.sign': None
  'publishing.step.add': None
  'publishing.step.submit': None
  'publishing.step.confirm': None
  'publishing.does.check': None
  'publishing.does.sign': None
  'publishing.does.add': None
  'publishing.does.submit': None
  'publishing.does.confirm': None
  'publishing.state.done': None
  'publishing.state.now': None
  'publishing.state.stopped': None
  'publishing.state.failed': None
  'publishing.state.waiting': None
  'publishing.agree': { name: Text; version: Text }
  'publishing.publish': None
  'publishing.back': None
  'publishing.begun': None
  'publishing.tx': None
  'publishing.paid': None
  'publishing.block': { block: Text }
  'publishing.pinned': None
  'publishing.notPinned': { name: Text }
  'publishing.indexes.title': None
  'publishing.indexes.text': None
  'publishing.indexes.asking': None
  'publishing.indexes.none': None
  'publishing.indexes.again': None
  'publishing.indexes.taken': None
  'publishing.indexes.other_file': None
  'publishing.indexes.refused': None
  'publishing.indexes.waiting': None
  'publishing.indexes.stuck': None
  'publishing.indexes.not_yet': None
  'publishing.indexes.other_registry': None
  'publishing.indexes.unlisted': None
  'publishing.indexes.silent': None
  'publishing.resume': None
  'publishing.dearer': None
  'publishing.dearerAsk': { amount: Text }
  'publishing.save': None
  'publishing.giveUp': None
  'publishing.giveUpAsk': None
  'publishing.recheck': None
  'publishing.refused.title': None
  'publishing.refused.text': None
  'publishing.isPublished': { title: Text; version: Text }
  'publishing.changes': None
  'publishing.noChanges': None
  'publishing.pictures': None
  'registries.close': None
  'registries.keep': None
  'registries.remove': { name: Text }
  'registries.chains.none': None
  'registries.chains.add': None
  'registries.chains.addText': None
  'registries.chains.check': None
  'registries.chains.chain': { id: Text }
  'registries.chains.from': { block: Text }
  'registries.chains.removeAsk': None
  'registries.chains.fields.name': None
  'registries.chains.fields.rpcUrl': None
  'registries.chains.fields.chainId': None
  'registries.chains.fields.contract': None
  'registries.chains.fields.startBlock': None
  'registries.chains.fields.confirmations': None
  'registries.chains.help.name': None
  'registries.chains.help.rpcUrl': None
  'registries.chains.help.chainId': None
  'registries.chains.help.contract': None
  'registries.chains.help.startBlock': None
  'registries.chains.help.confirmations': None
  'registries.chains.wrong.name': None
  'registries.chains.wrong.rpcUrl': None
  'registries.chains.wrong.chainId': None
  'registries.chains.wrong.contract': None
  'registries.chains.wrong.startBlock': None
  'registries.chains.wrong.confirmations': None
  'registries.account.none': None
  'registries.account.create': None
  'registries.account.copy': None
  'registries.account.copied': None
  'registries.account.coins': { amount: Text }
  'registries.account.refresh': None
  'registries.account.key': None
  'registries.account.noBackup': None
  'registries.ipfs.embedded': None
  'registries.ipfs.embeddedText': None
  'registries.ipfs.node': None
  'registries.ipfs.gateway': None
  'registries.ipfs.version': { version: Text }
  'registries.ipfs.state.ok': None
  'registries.ipfs.state.off': None
  'registries.ipfs.state.failed': None
  'registries.ipfs.peerCount': { count: number }
  'registries.ipfs.answers': { answered: Text; failed: Text }
  'registries.ipfs.typical': { ms: Text }
  'registries.ipfs.nowhere': None
  'registries.ipfs.onlyPeers': None
  'registries.ipfs.change': None
  'registries.ipfs.changeText': None
  'registries.ipfs.save': None
  'registries.ipfs.gateways': None
  'registries.ipfs.gatewaysHelp': None
  'registries.ipfs.kubo': None
  'registries.ipfs.kuboHelp': None
  'registries.ipfs.listen': None
  'registries.ipfs.listenHelp': None
  'registries.ipfs.peers': None
  'registries.ipfs.peersHelp': None
  'registries.ipfs.wrong': { line: Text }
  'registries.pins.title': None
  'registries.pins.text': None
  'registries.pins.none': None
  'registries.pins.noneText': None
  'registries.pins.here': None
  'registries.pins.unpin': None
  'registries.pins.unpinAsk': None
  'registries.pins.silent': { name: Text }
  'registries.pins.sweep': None
  'registries.pins.swept': { count: number }
  'routing.said': None
  'routing.marked': None
  'routing.line': None
  'routing.close': None
  'routing.signal.regex': None
  'routing.signal.keyword': None
  'routing.signal.example': None
  'routing.signal.correction': None
  'routing.signal.words': None
  'routing.signal.embedding': None
  'routing.embedding.used': None
  'routing.embedding.none': None
  'routing.embedding.learning': None
  'routing.embedding.late': None
  'routing.embedding.failed': None
  'routing.took': { count: number; time: Text }
  'routing.expired': { names: Text }
  'routing.wrong': None
  'routing.choose': None
  'routing.pick': None
  'routing.use': None
  'routing.remembers': { title: Text }
  'routing.needsNone': None
  'routing.saidNone': None
  'routing.remembersNone': None
  'routing.noneInstalled': None
  'routing.place': None
  'routing.nothing': None
  'routing.server.title': None
  'routing.server.routed': None
  'routing.server.routedHint': { mention: Text; command: Text }
  'routing.server.about': None
  'routing.server.aboutHint': None
  'routing.server.save': None
  'routing.server.saved': None
  'routing.server.sheet': None
  'routing.corrections.none': None
  'routing.corrections.uses': { title: Text }
  'routing.corrections.forget': None
  'routing.corrections.forgetOf': { text: Text }
  'routing.corrections.all': { count: number }
  'routing.corrections.forgotten': { text: Text }
  'routing.corrections.putBack': None
  'routing.commands.label': None
  'routing.commands.help': None
  'routing.commands.tools': None
  'routing.commands.why': None
  'routing.commands.switch': None
  'routing.commands.back': None
  'salvage.title': None
  'salvage.text': None
  'salvage.look': None
  'salvage.start': None
  'salvage.step.reading': None
  'salvage.step.log': None
  'salvage.step.objects': None
  'salvage.step.checking': None
  'salvage.found': None
  'salvage.pages': { lost: number; pages: number }
  'salvage.changes': { lost: number; kept: Text }
  'salvage.openEnd': { last: Text }
  'salvage.objects': { count: number }
  'salvage.copies': { count: number }
  'salvage.incomplete': { count: number }
  'salvage.schemas': { count: number }
  'salvage.tables': { count: number }
  'salvage.done': None
  'salvage.doneText': { kept: Text; report: Text }
  'salvage.check.never': None
  'salvage.check.last': { count: number }
  'salvage.check.now': None
  'salvage.check.helps': None
  'salvage.check.finding': { kind: Text; what: Text; mended: Text }
  'salvage.check.found': None
  'salvage.missing.title': None
  'salvage.missing.incomplete': None
  'salvage.missing.copies': None
  'salvage.missing.schemas': None
  'salvage.missing.tables': None
  'salvage.missing.table': { name: Text; kept: number; restored: number; refused: number; broken: Text }
  'salvage.missing.more': { count: number }
  'salvage.past': None
  'salvage.nothing': None
  'serverDetail.connectThis': None
  'serverDetail.noSandbox': None
  'serverDetail.noSandboxText': { problem: Text }
  'serverDetail.sandboxed': None
  'serverDetail.open': None
  'serverDetail.toolsOpen': { count: number }
  'serverDetail.toolsNew': { count: number }
  'serverDetail.test': None
  'serverDetail.restart': None
  'serverDetail.stop': None
  'serverDetail.tools': { count: number }
  'serverDetail.tokensHint': None
  'serverDetail.log': None
  'serverDetail.noLog': None
  'serverDetail.noTools': None
  'serverDetail.toolsUnknown': None
  'serverDetail.remove': None
  'serverDetail.removeText': None
  'serverDetail.removeNow': None
  'serverDetail.answers': { name: Text; version: Text; protocol: Text; milliseconds: Text }
  'serverDetail.trust': None
  'serverDetail.trustText': None
  'serverDetail.saysReadOnly': None
  'serverDetail.accept': { count: number }
  'serverDetail.acceptText': None
  'serverDetail.newText': None
  'serverDetail.read.title': None
  'serverDetail.read.text': { server: Text }
  'serverDetail.read.use': { count: number }
  'serverDetail.read.later': None
  'serverDetail.read.doubtful': { count: number }
  'serverDetail.refused.title': { count: number }
  'serverDetail.refused.name': { name: Text }
  'serverDetail.refused.too_long': { name: Text }
  'serverDetail.refused.costly': { name: Text; problem: Text }
  'serverDetail.refused.look_alike': { name: Text; like: Text }
  'serverDetail.refused.same_name': { name: Text }
  'serverDetail.leftOut.title': { count: number }
  'serverDetail.state.stopped': None
  'serverDetail.state.starting': None
  'serverDetail.state.running': None
  'serverDetail.state.waiting': None
  'serverDetail.state.failed': None
  'serverDetail.state.locked': None
  'serverDetail.toolStatus.new': None
  'serverDetail.toolStatus.changed': None
  'serverDetail.toolStatus.gone': None
  'serverDetail.grants.nothing': None
  'serverDetail.grants.everything': None
  'serverDetail.grants.elsewhere': None
  'serverDetail.grants.read': { path: Text }
  'serverDetail.grants.write': { path: Text }
  'serverDetail.grants.host': { host: Text }
  'serverDetail.grants.noNetwork': None
  'serverDetail.grants.variable': { name: Text; value: Text }
  'serverDetail.grants.secretVariable': { name: Text; secret: Text }
  'serverDetail.grants.memory': { size: Text }
  'serverDetail.import.title': None
  'serverDetail.import.text': None
  'serverDetail.import.read': None
  'serverDetail.import.paste': None
  'serverDetail.import.pasteHelp': None
  'serverDetail.import.pasted': None
  'serverDetail.import.none': None
  'serverDetail.import.cannot': { problem: Text }
  'serverDetail.import.connected': None
  'serverDetail.import.off': None
  'serverDetail.import.review': None
  'serverDetail.import.reviewNamed': { name: Text }
  'serverDetail.import.look': None
  'serverDetail.import.apps.claude-desktop': None
  'serverDetail.import.apps.claude-code': None
  'serverDetail.import.apps.cursor': None
  'serverDetail.import.apps.vscode': None
  'serverDetail.import.apps.windsurf': None
  'serverDetail.import.apps.cline': None
  'serverDetail.import.apps.roo': None
  'serverDetail.import.apps.kilo': None
  'serverDetail.import.apps.zed': None
  'serverDetail.import.apps.opencode': None
  'serverDetail.import.apps.lm-studio': None
  'serverDetail.import.apps.goose': None
  'serverDetail.import.apps.jan': None
  'serverDetail.import.apps.continue': None
  'serverDetail.import.apps.codex': None
  'serverDetail.import.apps.gemini-cli': None
  'serverDetail.import.apps.qwen-code': None
  'serverDetail.import.apps.copilot': None
  'serverDetail.import.apps.amp': None
  'serverDetail.import.apps.kiro': None
  'serverDetail.import.apps.amazon-q': None
  'serverDetail.import.apps.junie': None
  'serverDetail.import.apps.warp': None
  'serverDetail.import.apps.crush': None
  'serverDetail.import.notes.disabled': None
  'serverDetail.import.notes.project': { what: Text }
  'serverDetail.import.notes.default': { what: Text }
  'serverDetail.import.notes.left_out': { what: Text }
  'serverDetail.import.notes.unread': { what: Text }
  'serverDetail.import.notes.placeholder': { what: Text }
  'serverDetail.import.notes.env_file': { what: Text }
  'serverDetail.import.notes.variable': { what: Text }
  'serverDetail.import.notes.paths': { what: Text }
  'serverDetail.import.notes.downloads': { what: Text }
  'serverDetail.import.notes.network': None
  'serverDetail.import.notes.package_hosts': { what: Text }
  'serverDetail.import.notes.timeout': { what: Text }
  'serverDetail.form.title': None
  'serverDetail.form.text': None
  'serverDetail.form.uri': None
  'serverDetail.form.uriHelp': None
  'serverDetail.form.uriBad': None
  'serverDetail.form.kind': None
  'serverDetail.form.kinds.command': None
  'serverDetail.form.kinds.url': None
  'serverDetail.form.kinds.did': None
  'serverDetail.form.command': None
  'serverDetail.form.commandHelp': None
  'serverDetail.form.commandSplit': None
  'serverDetail.form.env': None
  'serverDetail.form.envHelp': None
  'serverDetail.form.envBad': { line: Text }
  'serverDetail.form.headers': None
  'serverDetail.form.headersHelp': None
  'serverDetail.form.headersBad': { line: Text }
  'serverDetail.form.secretHeaders': None
  'serverDetail.form.secretVariables': None
  'serverDetail.form.secretHelp': None
  'serverDetail.form.secretBad': { name: Text }
  'serverDetail.form.placeholderLeft': { what: Text }
  'serverDetail.form.secretName': { number: Text }
  'serverDetail.form.secretValue': { number: Text }
  'serverDetail.form.secretNameHint': None
  'serverDetail.form.secretValueHint': None
  'serverDetail.form.secretAdd': None
  'serverDetail.form.secretRemove': { number: Text }
  'serverDetail.form.cwd': None
  'serverDetail.form.cwdHelp': None
  'serverDetail.form.memory': None
  'serverDetail.form.memoryHelp': None
  'serverDetail.form.memoryBad': None
  'serverDetail.form.read': None
  'serverDetail.form.readHelp': None
  'serverDetail.form.write': None
  'serverDetail.form.hosts': None
  'serverDetail.form.hostsHelp': None
  'serverDetail.form.open': None
  'serverDetail.form.openHelp': None
  'serverDetail.form.cannot': None
  'serverDetail.form.url': None
  'serverDetail.form.urlHelp': None
  'serverDetail.form.urlBad': None
  'serverDetail.form.did': None
  'serverDetail.form.didHelp': None
  'serverDetail.form.didBad': None
  'serverDetail.form.connect': None
  'serverDetail.form.keep': None
  'serverDetail.form.keepText': None
  'servers.text': None
  'servers.open': None
  'servers.none': None
  'servers.noneText': None
  'servers.add': None
  'servers.nothingYet': None
  'servers.lookAtCatalogue': None
  'servers.filters': None
  'servers.filter.all': None
  'servers.filter.package': None
  'servers.filter.server': None
  'servers.filter.skill': None
  'servers.filter.attention': None
  'servers.attention': { count: number }
  'servers.empty.all': None
  'servers.empty.package': None
  'servers.empty.server': None
  'servers.empty.skill': None
  'servers.empty.attention': None
  'servers.sortBy': { order: Text }
  'servers.sort.name': None
  'servers.sort.used': None
  'servers.sort.tokens': None
  'servers.searchKey': None
  'servers.kind.package': None
  'servers.kind.server': None
  'servers.kind.skill': None
  'servers.health.ok': None
  'servers.health.off': None
  'servers.health.changed': None
  'servers.health.unread': None
  'servers.health.failed': None
  'servers.health.sign_in': None
  'servers.health.locked': None
  'servers.health.damaged': None
  'servers.health.gone': None
  'servers.health.key_revoked': None
  'servers.health.yanked': None
  'servers.health.blocked': None
  'servers.vault.title': None
  'servers.vault.titleOf': { servers: Text }
  'servers.vault.text': None
  'servers.vault.unlock': None
  'servers.trust.sandboxed': None
  'servers.trust.unsandboxed': None
  'servers.trust.elsewhere': None
  'servers.trust.reviewed': None
  'servers.unused': None
  'servers.usedHint': None
  'servers.tokensHint': None
  'servers.start': None
  'servers.copyLog': None
  'servers.copied': None
  'servers.facts.server': None
  'servers.facts.protocol': None
  'servers.facts.since': None
  'servers.facts.limits': None
  'servers.facts.limited.system': { processes: number }
  'servers.facts.limited.watched': { processes: number }
  'servers.facts.pid': None
  'servers.facts.calls': None
  'servers.runs': None
  'servers.reached': None
  'servers.mayUse': None
  'servers.addedAt': None
  'servers.byPackage': None
  'servers.cost': None
  'servers.toolsOn': { on: Text; count: number }
  'servers.lookAtTools': None
  'servers.searchTools': None
  'servers.showAllTools': { count: number }
  'servers.toolTokensHint': None
  'servers.toolOn': { tool: Text }
  'servers.toolIsOff': None
  'servers.toolOpen.new': None
  'servers.toolOpen.changed': None
  'servers.toolOpen.gone': None
  'servers.acceptTool': None
  'servers.forgetTool': None
  'servers.versionsText': None
  'servers.compare': None
  'servers.asAccepted': None
  'servers.allowed.sampling': None
  'servers.allowed.samplingText': None
  'servers.allowed.level': None
  'servers.allowed.levelText': None
  'servers.allowed.levelAuto': None
  'servers.allowed.timeout': None
  'servers.allowed.timeoutText': { usual: Text }
  'servers.noApprovals': None
  'servers.remove': { uri: Text }
  'servers.removeKeeps': None
  'servers.removed': { uri: Text }
  'servers.skillTry': None
  'servers.skillOff': None
  'settings.title': None
  'settings.search': None
  'settings.searchClear': None
  'settings.noMatch': { text: Text }
  'settings.noMatchText': None
  'settings.pathBad': None
  'settings.sections.language': None
  'settings.sections.appearance': None
  'settings.sections.assistant': None
  'settings.sections.models': None
  'settings.sections.servers': None
  'settings.sections.registries': None
  'settings.sections.sharing': None
  'settings.sections.chat': None
  'settings.sections.notifications': None
  'settings.sections.security': None
  'settings.sections.about': None
  'settings.sections.removal': None
  'settings.sections.data': None
  'settings.sections.profile': None
  'settings.changed': { setting: Text; value: Text }
  'settings.undo': None
  'settings.undone': { setting: Text; value: Text }
  'settings.items.language.label': None
  'settings.items.language.help': None
  'settings.items.language.words': None
  'settings.items.theme.label': None
  'settings.items.theme.help': None
  'settings.items.theme.words': None
  'settings.items.railWords.label': None
  'settings.items.railWords.help': None
  'settings.items.railWords.words': None
  'settings.items.tone.label': None
  'settings.items.tone.help': None
  'settings.items.tone.words': None
  'settings.items.welcome.label': None
  'settings.items.welcome.help': None
  'settings.items.welcome.words': None
  'settings.items.providers.label': None
  'settings.items.providers.help': None
  'settings.items.providers.words': None
  'settings.items.model.label': None
  'settings.items.model.help': None
  'settings.items.model.words': None
  'settings.items.plannerInstead.label': None
  'settings.items.plannerInstead.help': None
  'settings.items.plannerInstead.words': None
  'settings.items.ollamaUrl.label': None
  'settings.items.ollamaUrl.help': None
  'settings.items.ollamaUrl.words': None
  'settings.items.contextWindow.label': None
  'settings.items.contextWindow.help': None
  'settings.items.contextWindow.words': None
  'settings.items.turnTokens.label': None
  'settings.items.turnTokens.help': None
  'settings.items.turnTokens.words': None
  'settings.items.turnMinutes.label': None
  'settings.items.turnMinutes.help': None
  'settings.items.turnMinutes.words': None
  'settings.items.mcpRegistryUrl.label': None
  'settings.items.mcpRegistryUrl.help': None
  'settings.items.mcpRegistryUrl.words': None
  'settings.items.clientMetadataUrl.label': None
  'settings.items.clientMetadataUrl.help': None
  'settings.items.clientMetadataUrl.words': None
  'settings.items.servers.label': None
  'settings.items.servers.help': None
  'settings.items.servers.words': None
  'settings.items.chainRegistries.label': None
  'settings.items.chainRegistries.help': None
  'settings.items.chainRegistries.words': None
  'settings.items.chainAccount.label': None
  'settings.items.chainAccount.help': None
  'settings.items.chainAccount.words': None
  'settings.items.ipfs.label': None
  'settings.items.ipfs.help': None
  'settings.items.ipfs.words': None
  'settings.items.updateCheckHours.label': None
  'settings.items.updateCheckHours.help': None
  'settings.items.updateCheckHours.words': None
  'settings.items.sharing.label': None
  'settings.items.sharing.help': None
  'settings.items.sharing.words': None
  'settings.items.thinking.label': None
  'settings.items.thinking.help': None
  'settings.items.thinking.words': None
  'settings.items.keepAliveMinutes.label': None
  'settings.items.keepAliveMinutes.help': None
  'settings.items.keepAliveMinutes.words': None
  'settings.items.embeddingModel.label': None
  'settings.items.embeddingModel.help': None
  'settings.items.embeddingModel.words': None
  'settings.items.sendKey.label': None
  'settings.items.sendKey.help': None
  'settings.items.sendKey.words': None
  'settings.items.notifOpt.label': None
  'settings.items.notifOpt.help': None
  'settings.items.notifOpt.words': None
  'settings.items.capabilityIdleMinutes.label': None
  'settings.items.capabilityIdleMinutes.help': None
  'settings.items.capabilityIdleMinutes.words': None
  'settings.items.openToolsPercent.label': None
  'settings.items.openToolsPercent.help': None
  'settings.items.openToolsPercent.words': None
  'settings.items.planFirst.label': None
  'settings.items.planFirst.help': None
  'settings.items.planFirst.words': None
  'settings.items.corrections.label': None
  'settings.items.corrections.help': None
  'settings.items.corrections.words': None
  'settings.items.vaultLockMinutes.label': None
  'settings.items.vaultLockMinutes.help': None
  'settings.items.vaultLockMinutes.words': None
  'settings.items.vaultLockOnSleep.label': None
  'settings.items.vaultLockOnSleep.help': None
  'settings.items.vaultLockOnSleep.words': None
  'settings.items.trustedCa.label': None
  'settings.items.trustedCa.help': None
  'settings.items.trustedCa.words': None
  'settings.items.version.label': None
  'settings.items.version.help': None
  'settings.items.version.words': None
  'settings.items.dataDir.label': None
  'settings.items.dataDir.help': None
  'settings.items.dataDir.words': None
  'settings.items.removal.label': None
  'settings.items.removal.help': None
  'settings.items.removal.words': None
  'settings.items.encryption.label': None
  'settings.items.encryption.help': None
  'settings.items.encryption.words': None
  'settings.items.check.label': None
  'settings.items.check.help': None
  'settings.items.check.words': None
  'settings.items.backups.label': None
  'settings.items.backups.help': None
  'settings.items.backups.words': None
  'settings.items.backupFolder.label': None
  'settings.items.backupFolder.help': None
  'settings.items.backupFolder.words': None
  'settings.items.backupList.label': None
  'settings.items.backupList.help': None
  'settings.items.backupList.words': None
  'settings.items.move.label': None
  'settings.items.move.help': None
  'settings.items.move.words': None
  'settings.items.schemaSources.label': None
  'settings.items.schemaSources.help': None
  'settings.items.schemaSources.words': None
  'settings.items.findSchemas.label': None
  'settings.items.findSchemas.help': None
  'settings.items.findSchemas.words': None
  'settings.items.monthMoney.label': None
  'settings.items.monthMoney.help': None
  'settings.items.monthMoney.words': None
  'settings.items.monthTokens.label': None
  'settings.items.monthTokens.help': None
  'settings.items.monthTokens.words': None
  'settings.items.profile.label': None
  'settings.items.profile.help': None
  'settings.items.profile.words': None
  'settings.theme.system': None
  'settings.theme.light': None
  'settings.theme.dark': None
  'settings.tone.casual': None
  'settings.tone.formal': None
  'settings.tone.kids': None
  'settings.sendKey.enter': None
  'settings.sendKey.mod_enter': None
  'settings.capabilityIdle.never': None
  'settings.updateCheck.never': None
  'settings.updateCheck.hours': { count: number }
  'settings.updateCheck.days': { count: number }
  'settings.vaultLock.never': None
  'settings.vaultLock.minutes': { count: number }
  'settings.vaultLock.hours': { count: number }
  'settings.on': None
  'settings.off': None
  'settings.models.auto': None
  'settings.models.missing': { name: Text }
  'settings.models.reachable': None
  'settings.models.unreachable': None
  'settings.models.count': { count: number }
  'settings.models.planner': None
  'settings.models.refresh': None
  'settings.models.addressBad': None
  'settings.models.httpsBad': None
  'settings.models.windowBad': None
  'settings.models.apply': None
  'settings.about.app': { version: Text }
  'settings.about.daemon': { version: Text; protocol: Text; pid: Text; since: Text }
  'settings.about.copyPath': None
  'settings.about.copied': None
  'settings.removal.stop': None
  'settings.removal.keep': None
  'settings.removal.directory': None
  'settings.removal.keychain': None
  'settings.removal.result': None
  'settings.encryption.keychain': None
  'settings.encryption.vault': None
  'settings.encryption.backedUp': None
  'settings.encryption.notBackedUp': None
  'settings.encryption.plain': None
  'settings.encryption.copies': None
  'settings.encryption.encrypt': None
  'settings.encryption.decrypt': None
  'settings.encryption.encryptQuestion': None
  'settings.encryption.decryptQuestion': None
  'settings.schemas.none': None
  'settings.schemas.use': { name: Text }
  'settings.schemas.add': None
  'settings.schemas.what': None
  'settings.schemas.kind.marketplace': None
  'settings.schemas.kind.author': None
  'settings.schemas.kind.index': None
  'settings.schemas.kind.did': None
  'settings.schemas.kind.web': None
  'settings.schemas.about.index': None
  'settings.schemas.about.did': None
  'settings.schemas.about.web': None
  'settings.schemas.place.index': None
  'settings.schemas.place.did': None
  'settings.schemas.place.web': None
  'settings.schemas.wrong.index': None
  'settings.schemas.wrong.did': None
  'settings.schemas.wrong.web': None
  'settings.schemas.removeAsk': None
  'settings.schemas.reset': None
  'settings.schemas.resetAsk': None
  'settings.openTools.percent': { percent: Text }
  'settings.planFirst.never': None
  'settings.planFirst.several': None
  'settings.planFirst.always': None
  'settings.turns.tokensBad': None
  'settings.turns.minutesBad': None
  'settings.notices.ask': None
  'settings.notices.denied': None
  'setup.title': None
  'setup.intro': None
  'setup.reason.absent': None
  'setup.reason.locked': None
  'setup.reason.changed': None
  'setup.reason.failed': None
  'setup.reason.chosen': None
  'setup.lost': None
  'setup.passphrase': None
  'setup.repeat': None
  'setup.show': None
  'setup.hide': None
  'setup.different': None
  'setup.tooShort': None
  'setup.strength.label': None
  'setup.strength.weak': None
  'setup.strength.fair': None
  'setup.strength.good': None
  'setup.strength.strong': None
  'setup.strength.hint': None
  'setup.create': None
  'setup.creating': None
  'setup.unlock.title': None
  'setup.unlock.text': None
  'setup.unlock.action': None
  'setup.unlock.busy': None
  'setup.problem.title': None
  'setup.problem.details': None
  'setup.problem.remedy.set_aside_database': None
  'setup.problem.remedy.set_aside_config': None
  'setup.problem.explain.set_aside_database': None
  'setup.problem.explain.set_aside_config': None
  'setup.problem.confirm': None
  'setup.problem.keptAt': { path: Text }
  'setup.problem.noRemedy': None
  'setup.problem.restore.title': None
  'setup.problem.restore.text': None
  'setup.problem.restore.vaultPassphrase': None
  'setup.problem.restore.action': None
  'setup.problem.restore.busy': None
  'setup.problem.restore.done': None
  'setup.problem.restore.keysLeft': { problem: Text }
  'sharing.title': None
  'sharing.text': None
  'sharing.http': None
  'sharing.httpText': None
  'sharing.programs': None
  'sharing.name': None
  'sharing.namePlaceholder': None
  'sharing.add': None
  'sharing.none': None
  'sharing.noneText': None
  'sharing.sees': { count: number }
  'sharing.calls': { count: number }
  'sharing.connected': None
  'sharing.software': { software: Text }
  'sharing.maySee': None
  'sharing.nothing': None
  'sharing.every': None
  'sharing.everyText': None
  'sharing.skill': { name: Text }
  'sharing.given': { given: Text; count: number }
  'sharing.save': None
  'sharing.allow': None
  'sharing.refuse': None
  'sharing.forget': None
  'sharing.forgetText': None
  'sharing.setup': None
  'sharing.setupClient': None
  'sharing.setupFor': { client: Text; via: Text }
  'sharing.snippet': None
  'sharing.copy': None
  'sharing.copied': None
  'sharing.lastCalls': None
  'sharing.noCalls': None
  'sharing.noCallsText': None
  'sharing.status.asked': None
  'sharing.status.allowed': None
  'sharing.status.refused': None
  'sharing.surface.label': None
  'sharing.surface.auto': None
  'sharing.surface.tools': None
  'sharing.surface.search': None
  'sharing.via.stdio': None
  'sharing.via.http': None
  'sharing.clients.claude-desktop': None
  'sharing.clients.claude-code': None
  'sharing.clients.vscode': None
  'sharing.clients.cursor': None
  'sharing.clients.other': None
  'sharing.token.make': None
  'sharing.token.again': None
  'sharing.token.drop': None
  'sharing.token.made': None
  'sharing.token.none': None
  'sharing.token.once': None
  'sharing.token.copy': None
  'sharing.open': None
  'sharing.instructions': { name: Text }
  'sharing.instructionsText': None
  'sharing.seesOffers': { count: number }
  'sharing.offers.all.resource': None
  'sharing.offers.all.prompt': None
  'sharing.offers.what.resource': None
  'sharing.offers.what.prompt': None
  'sharing.offers.choose': None
  'sharing.offers.none': None
  'sharing.offers.more': None
  'signin.needed': None
  'signin.neededText': None
  'signin.signedIn': { host: Text }
  'signin.scopes': None
  'signin.since': None
  'signin.renewed': None
  'signin.ends': None
  'signin.more': None
  'signin.asksFor': None
  'signin.leadsTo': None
  'signin.care': None
  'signin.waiting': None
  'signin.open': None
  'signin.start': None
  'signin.allow': None
  'signin.again': None
  'signin.out': None
  'signin.ownClient': None
  'signin.clientId': None
  'signin.clientHelp': None
  'signin.clientSecret': None
  'signin.secretHelp': None
  'signin.badge': None
  'signin.revoked.done': None
  'signin.revoked.failed': None
  'signin.revoked.not_offered': None
  'skills.kind': None
  'skills.add': None
  'skills.status.ready': None
  'skills.status.off': None
  'skills.status.damaged': None
  'skills.status.changed': None
  'skills.status.gone': None
  'skills.status.new': None
  'skills.status.same': None
  'skills.status.refused': None
  'skills.statusText.damaged': None
  'skills.statusText.changed': None
  'skills.statusText.gone': None
  'skills.source.mine': None
  'skills.source.folder': { word: Text }
  'skills.from': None
  'skills.version': None
  'skills.license': None
  'skills.needs': None
  'skills.may': None
  'skills.files': { count: number }
  'skills.script': None
  'skills.read': { path: Text }
  'skills.instructions': None
  'skills.cost': { body: Text; listing: Text }
  'skills.warnings': { count: number }
  'skills.differs': { version: Text }
  'skills.widens': None
  'skills.fileAdded': None
  'skills.fileRemoved': None
  'skills.fileChanged': None
  'skills.difference': { path: Text }
  'skills.review': None
  'skills.menu.label': { title: Text }
  'skills.menu.enable': None
  'skills.menu.disable': None
  'skills.menu.remove': None
  'skills.remove.title': { title: Text }
  'skills.remove.text': None
  'skills.remove.action': None
  'skills.remove.done': { title: Text }
  'skills.folders': None
  'skills.waiting': { count: number }
  'skills.missing': None
  'skills.look': None
  'skills.untrust': None
  'skills.untrustTitle': { title: Text }
  'skills.untrustText': None
  'skills.sheet.title': None
  'skills.sheet.text': None
  'skills.sheet.path': None
  'skills.sheet.pathHint': None
  'skills.sheet.find': None
  'skills.sheet.zip': None
  'skills.sheet.zipTooLarge': None
  'skills.sheet.unreadable': None
  'skills.sheet.found': None
  'skills.sheet.choose': { title: Text }
  'skills.sheet.trust': None
  'skills.sheet.trustText': None
  'skills.sheet.action': { count: number }
  'skills.sheet.done': { count: number }
  'spending.title': None
  'spending.text': None
  'spending.tokens': { count: Text }
  'spending.aboutTokens': { count: Text }
  'spending.atLeast': { money: Text }
  'spending.unpriced': { count: Text }
  'spending.cost': None
  'spending.message': None
  'spending.conversation': None
  'spending.month': None
  'spending.chooseMonth': None
  'spending.limits': None
  'spending.noLimit': None
  'spending.setLimit': None
  'spending.ofLimit': { used: Text; limit: Text }
  'spending.raise': { limit: Text }
  'spending.models': None
  'spending.none': None
  'spending.noneText': None
  'spending.noPrice': None
  'spending.free': None
  'spending.moneyBad': None
  'spending.tokensBad': None
  'spending.price.unknown': None
  'spending.price.list': { input: Text; output: Text; date: Text }
  'spending.price.owner': { input: Text; output: Text }
  'spending.price.change': None
  'spending.price.changeOf': { name: Text }
  'spending.price.input': None
  'spending.price.output': None
  'spending.price.save': None
  'spending.price.forget': None
  'spending.changeLimit': None
  'state.title': None
  'state.scopes.label': None
  'state.scopes.core': None
  'state.scopes.objects': { count: number }
  'state.scopes.conflicts': { count: number }
  'state.scopes.invalid': { count: number }
  'state.scopes.none': None
  'state.scopes.noneText': None
  'state.scopes.toCapabilities': None
  'state.scopes.toChat': None
  'state.scopes.choose': None
  'state.scopes.chooseText': None
  'state.scopes.own': None
  'state.core.AgentSettings': None
  'state.core.MemoryStore': None
  'state.core.ConversationLog': None
  'state.columns.createdAt': None
  'state.columns.updatedAt': None
  'state.columns.choose': None
  'state.columns.all': None
  'state.table.filter': None
  'state.table.words': None
  'state.table.filterClear': None
  'state.table.sortBy': { column: Text }
  'state.table.label': { title: Text }
  'state.table.count': { count: number }
  'state.table.atLeast': { count: number }
  'state.table.inMemory': { count: number }
  'state.table.inMemoryWhy': None
  'state.table.tooMany': { number: Text }
  'state.table.empty': None
  'state.table.emptyText': { capability: Text }
  'state.table.noneFit': None
  'state.table.noMatch': { text: Text }
  'state.table.noMatchText': None
  'state.table.queryFails': None
  'state.table.queryFailsText': None
  'state.table.changed': None
  'state.table.reload': None
  'state.table.invalid': None
  'state.table.conflict': None
  'state.table.yes': None
  'state.table.no': None
  'state.groups.label': { title: Text }
  'state.groups.count': { count: number }
  'state.groups.first': { count: number }
  'state.groups.none': None
  'state.groups.noneText': None
  'state.groups.missing': None
  'state.filter.title': None
  'state.filter.toggle': { count: number }
  'state.filter.anyText': None
  'state.filter.field': None
  'state.filter.operatorLabel': None
  'state.filter.value': None
  'state.filter.choose': None
  'state.filter.condition': None
  'state.filter.group': None
  'state.filter.joinLabel': None
  'state.filter.join.and': None
  'state.filter.join.or': None
  'state.filter.join.nor': None
  'state.filter.operator.contains': None
  'state.filter.operator.notContains': None
  'state.filter.operator.startsWith': None
  'state.filter.operator.eq': None
  'state.filter.operator.ne': None
  'state.filter.operator.gt': None
  'state.filter.operator.gte': None
  'state.filter.operator.lt': None
  'state.filter.operator.lte': None
  'state.filter.operator.in': None
  'state.filter.operator.nin': None
  'state.filter.operator.size': None
  'state.filter.operator.regex': None
  'state.filter.operator.exists': None
  'state.filter.operator.missing': None
  'state.filter.operator.words': None
  'state.filter.dated.gt': None
  'state.filter.dated.gte': None
  'state.filter.dated.lt': None
  'state.filter.dated.lte': None
  'state.filter.add': None
  'state.filter.addGroup': None
  'state.filter.remove': None
  'state.filter.removeGroup': None
  'state.filter.clear': None
  'state.filter.copy': None
  'state.filter.toText': None
  'state.filter.toBuilder': None
  'state.filter.text': None
  'state.filter.textHint': None
  'state.filter.goToPlace': None
  'state.filter.problem.json': { line: Text }
  'state.filter.problem.shape': None
  'state.filter.problem.order': None
  'state.filter.problem.member': { name: Text }
  'state.filter.beyond': { reason: Text; path: Text }
  'state.filter.why.field': None
  'state.filter.why.operator': None
  'state.filter.why.value': None
  'state.filter.why.shape': None
  'state.explain.title': None
  'state.explain.cost': { rows: Text; milliseconds: Text; mostRows: Text; mostMilliseconds: Text }
  'state.explain.noIndex': None
  'state.explain.indexes': { fields: Text }
  'state.explain.suggestion': { fields: Text }
  'state.explain.step.index': None
  'state.explain.step.words': None
  'state.explain.step.id': None
  'state.explain.step.scan': None
  'state.explain.step.sort': None
  'state.explain.step.elements': None
  'state.explain.step.other': None
  'state.export.title': None
  'state.export.text': { count: number }
  'state.export.textAtLeast': { count: number }
  'state.export.format': None
  'state.export.json': None
  'state.export.jsonText': None
  'state.export.csv': None
  'state.export.csvText': None
  'state.export.progress': { done: Text; total: Text }
  'state.export.stop': None
  'state.export.save': None
  'state.export.done': { count: number }
  'state.object.label': { title: Text }
  'state.object.close': None
  'state.object.untitled': None
  'state.object.form': None
  'state.object.json': None
  'state.object.history': None
  'state.object.edit': None
  'state.object.save': None
  'state.object.cancel': None
  'state.object.delete': None
  'state.object.id': None
  'state.object.version': None
  'state.object.changed': None
  'state.object.expires': None
  'state.object.keptBy': None
  'state.object.noValue': None
  'state.object.cut': { count: number }
  'state.object.saved': None
  'state.object.unchanged': None
  'state.object.deleted': None
  'state.object.gone': None
  'state.object.goneText': None
  'state.object.core': None
  'state.object.jsonEdit': None
  'state.object.jsonObject': None
  'state.object.jsonBroken': { problem: Text }
  'state.object.conflict': None
  'state.object.conflictText': None
  'state.object.conflictTheirs': { fields: Text }
  'state.object.conflictNone': None
  'state.object.conflictSave': None
  'state.object.conflictDrop': None
  'state.object.side.mine': None
  'state.object.side.theirs': None
  'state.conflicts.title': None
  'state.conflicts.text': None
  'state.conflicts.keep': None
  'state.conflicts.keepOf': { number: Text; count: number; field: Text }
  'state.conflicts.device': None
  'state.conflicts.shown': None
  'state.conflicts.settled': None
  'state.invalid.title': None
  'state.invalid.text': None
  'state.invalid.edit': None
  'state.invalid.editField': { field: Text }
  'state.remove.title': None
  'state.remove.how': None
  'state.remove.soft': None
  'state.remove.softText': None
  'state.remove.hard': None
  'state.remove.hardText': None
  'state.remove.confirm': None
  'state.remove.next': None
  'state.remove.hardTitle': None
  'state.remove.lostContent': { count: number }
  'state.remove.lostUndo': None
  'state.remove.lostElsewhere': None
  'state.remove.stays': None
  'state.remove.understood': None
  'state.remove.confirmHard': None
  'state.remove.undone': None
  'state.history.kind.create': None
  'state.history.kind.update': None
  'state.history.kind.delete': None
  'state.history.byCapability': { capability: Text; version: Text }
  'state.history.byOwner': { via: Text }
  'state.history.byRevert': { via: Text }
  'state.history.bySystem': { reason: Text }
  'state.history.via.renderer': None
  'state.history.via.cli': None
  'state.history.via.mcp': None
  'state.history.via.internal': None
  'state.history.turn': None
  'state.history.paths': { paths: Text }
  'state.history.hash': None
  'state.history.call': None
  'state.history.none': None
  'state.history.count': { count: number }
  'state.history.more': { count: number }
  'state.history.what': None
  'state.history.hide': None
  'state.history.actions': None
  'state.history.then': None
  'state.history.restore': None
  'state.history.compare': None
  'state.history.revertChange': None
  'state.history.revertTurn': None
  'state.history.revertCapability': { capability: Text }
  'state.history.copyProof': None
  'state.history.saveProof': None
  'state.history.proofCopied': None
  'state.history.proofSaved': None
  'state.history.proofText': None
  'state.history.purged': None
  'state.history.asOf': { at: Text }
  'state.history.asOfDeleted': { at: Text }
  'state.history.toNow': None
  'state.history.byAgent': { did: Text }
  'state.difference.none': None
  'state.difference.kind.added': None
  'state.difference.kind.removed': None
  'state.difference.kind.changed': None
  'state.difference.before': None
  'state.difference.after': None
  'state.difference.from': None
  'state.difference.to': None
  'state.difference.start': None
  'state.revert.title.change': None
  'state.revert.title.turn': None
  'state.revert.title.capability': None
  'state.revert.text': None
  'state.revert.nothing': None
  'state.revert.will': { count: number }
  'state.revert.stays': { count: number }
  'state.revert.open': None
  'state.revert.untitled': None
  'state.revert.keeps': { field: Text; reason: Text }
  'state.revert.outcome.updated': None
  'state.revert.outcome.deleted': None
  'state.revert.outcome.revived': None
  'state.revert.outcome.unchanged': None
  'state.revert.outcome.kept': None
  'state.revert.reason.changed_later': None
  'state.revert.reason.purged': None
  'state.revert.reason.invalid': None
  'state.revert.reason.append_only': None
  'state.revert.reason.core_model': None
  'state.revert.confirm': { count: number }
  'state.revert.done': { count: number }
  'state.restore.title': None
  'state.restore.text': { at: Text }
  'state.restore.confirm': None
  'state.restore.done': None
  'state.storage.title': None
  'state.storage.text': None
  'state.storage.usage': None
  'state.storage.used': { used: Text; limit: Text }
  'state.storage.changeLimit': None
  'state.storage.limit': None
  'state.storage.belowUsed': None
  'state.storage.part': { objects: Text; objectBytes: Text; changes: Text; changeBytes: Text }
  'state.storage.largest': None
  'state.storage.leaving': None
  'state.storage.nothingLeaves': None
  'state.storage.ttl': { time: Text }
  'state.storage.retention': { window: Text }
  'state.storage.retentionUnknown': { strategy: Text }
  'state.storage.compression': { name: Text }
  'state.storage.next': None
  'state.storage.soon': { count: number }
  'state.storage.nothingSoon': None
  'state.storage.purgeText': None
  'state.storage.purge': None
  'state.storage.purged': { expired: Text; evicted: Text; compressed: Text; freed: Text }
  'state.storage.purgedNothing': None
  'state.anchors.open': None
  'state.anchors.title': None
  'state.anchors.text': None
  'state.anchors.scope': None
  'state.anchors.take': None
  'state.anchors.onChain': None
  'state.anchors.registry': None
  'state.anchors.noRegistry': None
  'state.anchors.plan': { number: Text }
  'state.anchors.cost': { cost: Text; balance: Text }
  'state.anchors.send': None
  'state.anchors.sending': None
  'state.anchors.verify': None
  'state.anchors.none': None
  'state.anchors.number': { number: Text; scope: Text }
  'state.anchors.changes': { count: number }
  'state.anchors.transaction': { chain: Text }
  'state.anchors.found.local': None
  'state.anchors.found.named': None
  'state.anchors.found.holds': None
  'state.anchors.found.missing': None
  'state.anchors.found.unknown': None
  'state.clock.title': None
  'state.clock.text': { now: Text; confirmed: Text }
  'state.clock.confirm': None
  'state.view.person': None
  'state.view.database': None
  'state.kinds.label': None
  'state.kinds.notes': None
  'state.kinds.tasks': None
  'state.kinds.keptBy': { capability: Text }
  'state.kinds.attention': { count: number }
  'state.kinds.empty': { kind: Text }
  'state.kinds.emptyText': { capability: Text }
  'state.kinds.chooseText': None
  'state.tasks.done': { title: Text }
  'state.tasks.late': None
  'state.tasks.show.label': None
  'state.tasks.show.open': None
  'state.tasks.show.done': None
  'state.tasks.show.all': None
  'state.tasks.empty.open': None
  'state.tasks.empty.done': None
  'state.tasks.emptyText.open': None
  'state.tasks.emptyText.done': None
  'state.create.action': None
  'state.create.title': { kind: Text }
  'state.create.text': { capability: Text }
  'state.create.save': None
  'state.create.done': None
  'state.reader.choose': None
  'state.reader.write': None
  'state.reader.links': None
  'state.reader.stored': None
  'state.reader.saving': None
  'state.reader.unsaved': None
  'state.reader.onLeave': None
  'state.reader.undone': None
  'state.reader.drop': None
  'state.search.label': None
  'state.search.for': { words: Text }
  'state.search.results': None
  'state.search.found': { count: number }
  'state.search.first': { count: number }
  'state.search.incomplete': None
  'state.search.none': { words: Text }
  'state.search.noneText': None
  'state.import.open': None
  'state.import.title': None
  'state.import.text': None
  'state.import.choose': None
  'state.import.none': None
  'state.import.large': { size: number }
  'state.import.action': { count: number }
  'state.import.would': { changes: number; objects: number }
  'state.import.nothing': { count: number }
  'state.import.known': { count: number }
  'state.import.waiting': { count: number }
  'state.import.sender': None
  'state.import.conflicts': { count: number }
  'state.import.invalid': { count: number }
  'state.import.schema': { schema: Text }
  'state.import.missing': { schema: Text }
  'state.import.objects': None
  'state.import.outcome.created': None
  'state.import.outcome.changed': None
  'state.import.outcome.deleted': None
  'state.import.more': { count: number }
  'state.import.done': { count: number }
  'state.missing.label': None
  'state.missing.wait': { count: number }
  'state.missing.find': None
  'state.missing.findText': None
  'state.missing.looking': None
  'state.missing.add': None
  'state.missing.added': { title: Text; count: number }
  'state.missing.waiting': { count: number }
  'state.missing.status.here': None
  'state.missing.status.kept': { source: Text }
  'state.missing.status.found': { source: Text }
  'state.missing.sources': None
  'state.missing.outcome.found': None
  'state.missing.outcome.none': None
  'state.missing.outcome.failed': None
  'state.missing.outcome.refused': None
  'state.missing.package': None
  'state.missing.author': None
  'state.missing.owner': None
  'state.missing.scope': None
  'state.missing.visibility': None
  'state.missing.visible.private': None
  'state.missing.visible.shared': None
  'state.missing.visible.public': None
  'state.missing.fields': None
  'state.changes.open': None
  'state.changes.title': None
  'state.changes.text': None
  'state.changes.extent': None
  'state.changes.all': None
  'state.changes.allText': None
  'state.changes.some': None
  'state.changes.someText': None
  'state.changes.scopes': None
  'state.changes.since': None
  'state.changes.sinceText': None
  'state.changes.sinceChoose': None
  'state.changes.broken': None
  'state.changes.vectors': None
  'state.changes.progress': { count: number }
  'state.changes.done': { count: number }
  'threads.variant': { product: Text }
  'threads.quantity': { product: Text }
  'threads.stars': { stars: number }
  'threads.starsOf': { count: number; stars: number }
  'threads.link': None
  'threads.state.pending': None
  'threads.state.answered': None
  'threads.state.declined': None
  'threads.state.expired': None
  'threads.state.cancelled': None
  'threads.state.superseded': None
  'threads.state.invalid': None
  'threads.forwarded': { hops: number; requester: Text }
  'threads.forwardedUnknown': { hops: number }
  'threads.raw': None
  'threads.until': None
  'threads.policy.title': None
  'threads.policy.text': None
  'threads.policy.ask': None
  'threads.policy.deny': None
  'threads.talk.list': None
  'threads.talk.untitled': None
  'threads.talk.nobody': None
  'threads.talk.unseen': { count: number }
  'threads.talk.all': { count: number }
  'threads.talk.people': None
  'threads.talk.you': None
  'threads.talk.textOnly': None
  'threads.talk.with': { name: Text }
  'threads.talk.beginText': None
  'threads.talk.earlier': None
  'threads.talk.asksYou': { name: Text }
  'threads.talk.care': { name: Text }
  'threads.talk.secret': { fields: Text; name: Text }
  'threads.talk.onlyDecline': { name: Text }
  'threads.talk.answer': None
  'threads.talk.decline': None
  'threads.talk.write': None
  'threads.talk.send': None
  'threads.talk.leave': None
  'threads.talk.remove': None
  'threads.talk.menu': None
  'threads.talk.over': None
  'threads.talk.is.invited': None
  'threads.talk.is.left': None
  'threads.talk.connection.here': None
  'threads.talk.connection.live': None
  'threads.talk.connection.waiting': None
  'threads.talk.connection.stopped': None
  'threads.talk.connection.closed': None
  'threads.talk.can.aitp-01-payments': None
  'threads.talk.can.aitp-02-decisions': None
  'threads.talk.can.aitp-03-data-request': None
  'threads.talk.can.aitp-04-near-wallet': None
  'threads.talk.can.aitp-05-evm-wallet': None
  'threads.talk.can.aitp-06-solana-wallet': None
  'threads.talk.can.aitp-07-health-checks': None
  'threads.talk.can.aitp-08-human-in-the-loop': None
  'threads.talk.can.aitp-09-fiat-payments': None
  'threads.talk.can.x01-control': None
  'threads.talk.can.legacy-payments': None
  'threads.talk.elsewhere': { name: Text; host: Text }
  'threads.talk.load': { host: Text }
  'threads.talk.pass': None
  'threads.talk.passed': { to: Text }
  'threads.talk.inWords': None
  'threads.talk.inWordsBack': None
  'threads.pay.way': None
  'threads.pay.will': None
  'threads.pay.do': None
  'threads.pay.nothingYet': None
  'threads.pay.outcome.agreed': None
  'threads.pay.outcome.sent': None
  'threads.pay.outcome.confirmed': None
  'threads.pay.outcome.failed': None
  'threads.pay.receipt': None
  'turns.branch.place': { index: Text; count: number }
  'turns.branch.previous': None
  'turns.branch.next': None
  'turns.branch.label': None
  'turns.compare.title': None
  'turns.compare.text': None
  'turns.compare.calls': { count: number }
  'turns.compare.tokens': { count: number }
  'turns.compare.shown': None
  'turns.compare.keep': None
  'turns.actions.again': None
  'turns.actions.againWith': None
  'turns.actions.edit': None
  'turns.actions.save': None
  'turns.actions.cancel': None
  'turns.actions.editLabel': None
  'turns.actions.editNote': None
  'turns.actions.read': None
  'turns.actions.silence': None
  'turns.actions.fork': None
  'turns.actions.goOn': None
  'turns.actions.goOnText': None
  'turns.thinking': None
  'turns.summary.title': { count: number }
  'turns.summary.byModel': { model: Text; before: Text; after: Text }
  'turns.summary.byExtract': { before: Text; after: Text }
  'turns.leftBehind.title': None
  'turns.leftBehind.undo': None
  'turns.leftBehind.undoOf': None
  'turns.context.title': { count: number; window: Text }
  'turns.context.cut': None
  'turns.context.assumed': { window: Text }
  'turns.context.limited': None
  'turns.context.prompt': None
  'turns.context.tools': None
  'turns.context.history': None
  'turns.context.summary': None
  'turns.context.memory': None
  'turns.context.state': None
  'turns.context.estimated': None
  'turns.context.reported': None
  'turns.context.first': { count: number }
  'turns.context.total': { requests: number; prompt: Text; output: Text }
  'turns.context.notReported': None
  'turns.context.facts': None
  'turns.context.objects': { count: number }
  'turns.image.attach': None
  'turns.image.remove': { name: Text }
  'turns.image.failed': None
  'turns.image.unsupported': { name: Text }
  'turns.image.tooMany': None
  'turns.memory.title': None
  'turns.memory.text': None
  'turns.memory.none': None
  'turns.memory.noneText': None
  'turns.memory.add': None
  'turns.memory.addLabel': None
  'turns.memory.placeholder': None
  'turns.memory.edit': None
  'turns.memory.save': None
  'turns.memory.cancel': None
  'turns.memory.forget': None
  'turns.memory.forgetOf': { value: Text }
  'turns.memory.from': None
  'turns.memory.byHand': None
  'turns.memory.leaves': { when: Text }
  'turns.memory.leavesSoon': None
  'turns.memory.stays': None
  'turns.memory.pin': None
  'turns.memory.unpin': None
  'turns.memory.kept': None
  'turns.memory.gone': None
  'turns.memory.declined': None
  'turns.memory.propose': None
  'turns.memory.keep': None
  'turns.memory.decline': None
  'turns.memory.menu': None
  'turns.memory.use': None
  'turns.memory.useText': None
  'turns.memory.open': None
  'turns.memory.off': None
  'turns.undoAll': { count: number }
  'turns.budget.used': { steps: number; tokens: Text; tokensLimit: Text; minutes: Text; minutesLimit: Text }
  'turns.budget.extend': None
  'turns.budget.extendHelp': None
  'wallets.title': None
  'wallets.text': None
  'wallets.accounts': None
  'wallets.none': None
  'wallets.more': None
  'wallets.watched': None
  'wallets.noBackup': None
  'wallets.copy': None
  'wallets.copied': None
  'wallets.removeAccount': { name: Text }
  'wallets.removeAsk': None
  'wallets.removeWatchedAsk': None
  'wallets.keep': None
  'wallets.networks': None
  'wallets.networksText': None
  'wallets.noNetworks': None
  'wallets.removeNetwork': { name: Text }
  'wallets.removeNetworkAsk': None
  'wallets.limits': None
  'wallets.limitsText': None
  'wallets.noLimits': None
  'wallets.limitOf': { spent: Text; amount: Text; symbol: Text }
  'wallets.forAll': None
  'wallets.removeLimit': None
  'wallets.removeLimitAsk': None
  'wallets.history': None
  'wallets.noHistory': None
  'wallets.showHistory': { count: number }
  'wallets.kind.message': None
  'wallets.kind.transaction': None
  'wallets.state.signed': None
  'wallets.state.sent': None
  'wallets.state.dropped': None
  'wallets.takes': { amount: Text; symbol: Text }
  'wallets.endless': { symbol: Text }
  'wallets.add.create': None
  'wallets.add.import': None
  'wallets.add.watch': None
  'wallets.add.rename': None
  'wallets.add.network': None
  'wallets.add.limit': None
  'wallets.about.create': None
  'wallets.about.import': None
  'wallets.about.watch': None
  'wallets.about.rename': None
  'wallets.about.network': None
  'wallets.about.limit': None
  'wallets.field.family': None
  'wallets.field.label': None
  'wallets.field.text': None
  'wallets.field.address': None
  'wallets.field.chain': None
  'wallets.field.coin': None
  'wallets.field.rpc': None
  'wallets.field.amount': None
  'wallets.field.token': None
  'wallets.field.peer': None
  'wallets.ask.choose': None
  'wallets.ask.noAccount': { family: Text }
  'wallets.ask.add': None
  'wallets.ask.look': None
  'wallets.ask.nothingYet': None
  'wallets.ask.will': None
  'wallets.ask.do.address': None
  'wallets.ask.do.message': None
  'wallets.ask.do.transaction': None
  'wallets.ask.back': None
  'wallets.family.evm': None
  'wallets.family.near': None
  'wallets.family.solana': None
  'welcome.title': None
  'welcome.what': None
  'welcome.language': None
  'welcome.think': None
  'welcome.thinkText': None
  'welcome.ollama': None
  'welcome.local': { name: Text }
  'welcome.modelCount': { count: number }
  'welcome.noModels': None
  'welcome.key': None
  'welcome.keyText': None
  'welcome.service': None
  'welcome.secret': None
  'welcome.connect': None
  'welcome.connected': { name: Text }
  'welcome.model': None
  'welcome.leaves': { host: Text }
  'welcome.none': None
  'welcome.noneText': None
  'welcome.noneFound': None
  'welcome.getOllama': None
  'welcome.look': None
  'welcome.looking': None
  'welcome.start': None
  'welcome.startText': None
  'welcome.install': { count: number }
  'welcome.installed': None
  'welcome.skip': None
  'welcome.open': None
  'welcome.inside': None
  'welcome.insideText': None
  'welcome.insideGet': { name: Text; size: Text }
  'welcome.insideGoOn': None
  'welcome.insideReady': { name: Text }
  'welcome.goOn': None
  'welcome.back': None
  'welcome.passphraseNext': None
  'welcome.insideLater': { name: Text; size: Text }
  'welcome.keyLater': None
  'welcome.settingUp': None
}

/** What the reason at `<why>…</why>` may need. */
interface Why {
  exitCode?: Text
  signal?: Text
  path?: Text
  hosts?: Text
  beginning?: Text
  field?: Text
}
