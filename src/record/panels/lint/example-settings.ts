/** Example configuration for a check. It is typical of settings copied from guides and never reviewed. */
export const EXAMPLE = {
  name: 'example',
  text: `mail_version = 3.7.11
myhostname = mail.shop.example
mydestination = $myhostname, localhost
relay_domains = branch.shop.example
smtp_destination_concurrency_limit = 20
smtp_extra_recipient_limit = 10
gentle_destination_concurrency_limit = 2
gentle_destination_rate_delay = 1s
gentle_destination_recipient_limit = 2
minimal_backoff_time = 60s
transport_maps = inline:{yonder.example=gentle:}
yahoo_destination_concurrency_limit = 4
content_filter = scan:[127.0.0.1]:10024
smtp       inet  n - y - - smtpd
pickup     unix  n - y 60 1 pickup
cleanup    unix  n - y - 0 cleanup
qmgr       unix  n - n 300 1 qmgr
rewrite    unix  - - y - - trivial-rewrite
bounce     unix  - - y - 0 bounce
smtp       unix  - - y - - smtp
relay      unix  - - y - - smtp
error      unix  - - y - - error
retry      unix  - - y - - error
discard    unix  - - y - - discard
local      unix  - n n - - local
virtual    unix  - n n - - virtual
gentle     unix  - - y - - smtp -o syslog_name=postfix/gentle
scan       unix  - - y - 20 smtp
127.0.0.1:10025 inet n - y - 10 smtpd -o content_filter=
`,
};
