"""One outbox for all that is sent; webhooks by themselves; what was given up is kept to be shown."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.models.hook
import accounts.single_line

HOOKS = """
INSERT INTO accounts_hook (owner_id, url, shape, secret, page, fails, why, created_at)
    SELECT player_id, hook, 'plain', hook_secret, '/accounts/notices/settings/', 0, '', now()
    FROM accounts_telling WHERE hook <> '';
UPDATE accounts_telling SET webhook_id = accounts_hook.id
    FROM accounts_hook WHERE accounts_hook.owner_id = accounts_telling.player_id;
-- What is written is checked now: a table with checks to come cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
"""
DELIVERIES = """
UPDATE accounts_delivery SET lane = 'player-' || accounts_notice.player_id,
        created_at = accounts_notice.created_at
    FROM accounts_notice WHERE accounts_notice.id = accounts_delivery.notice_id;
UPDATE accounts_delivery SET lane = 'hook-' || accounts_telling.webhook_id,
        hook_id = accounts_telling.webhook_id
    FROM accounts_notice JOIN accounts_telling ON accounts_telling.player_id = accounts_notice.player_id
    WHERE accounts_notice.id = accounts_delivery.notice_id AND way = 'hook' AND webhook_id IS NOT NULL;
DELETE FROM accounts_delivery WHERE way = 'hook' AND hook_id IS NULL;
INSERT INTO accounts_delivery (way, lane, "to", content, due, tries, created_at, why, detail)
    SELECT 'letter', 'letter-' || lower("to"), "to",
        jsonb_build_object('subject', subject, 'text', text, 'html', html, 'from', ''),
        due, tries, created_at, '', ''
    FROM accounts_letter;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
"""
TITLES = r"""
UPDATE accounts_news SET title = trim(regexp_replace(title, '[[:cntrl:]\u2028\u2029]+', ' ', 'g'))
    WHERE title ~ '[[:cntrl:]\u2028\u2029]';
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_outbox")]

    operations = [
        migrations.AlterField(
            "notice",
            "kind",
            models.CharField(
                choices=[
                    ("turn", "It is my turn"),
                    ("reminder", "My time runs out"),
                    ("invitation", "I am invited to a match"),
                    ("start", "A match of mine begins"),
                    ("late", "My opponent's time is up"),
                    ("over", "A match of mine is over"),
                    ("message", "Somebody writes to me"),
                    ("event", "News of my events"),
                    ("staff", "The staff decides something about me"),
                    ("news", "News of the site"),
                    ("ways", "A way of telling me fails"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Hook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=200)),
                (
                    "shape",
                    models.CharField(
                        choices=[
                            ("plain", "JSON, as documented"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                        ],
                        default="plain",
                        max_length=7,
                    ),
                ),
                (
                    "secret",
                    models.CharField(default=accounts.models.hook._secret, editable=False, max_length=40),
                ),
                (
                    "page",
                    models.CharField(
                        help_text="The path of the page where its owner changes it.", max_length=200
                    ),
                ),
                ("fails", models.PositiveIntegerField(default=0, help_text="In a row, up to now.")),
                ("failed_at", models.DateTimeField(null=True)),
                (
                    "why",
                    models.CharField(blank=True, help_text="What went wrong the last time.", max_length=200),
                ),
                ("rest_until", models.DateTimeField(help_text="Nothing is posted before.", null=True)),
                (
                    "off_at",
                    models.DateTimeField(help_text="Switched off since: it failed too often.", null=True),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("off_at"), condition=models.Q(off_at__isnull=False), name="accounts_hook_off"
                    )
                ],
            },
        ),
        migrations.AddField(
            "telling",
            "webhook",
            models.OneToOneField(
                help_text="Every notice is posted to it.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="telling",
                to="accounts.hook",
            ),
        ),
        migrations.RunSQL(HOOKS, migrations.RunSQL.noop),
        migrations.RemoveField("telling", "hook"),
        migrations.RemoveField("telling", "hook_secret"),
        migrations.AddField(
            "pushsubscription",
            "dropped_at",
            models.DateTimeField(help_text="It takes no more since; kept to be shown.", null=True),
        ),
        migrations.AddField("pushsubscription", "why", models.CharField(blank=True, max_length=200)),
        migrations.AlterModelOptions("delivery", {"verbose_name_plural": "deliveries"}),
        migrations.RemoveConstraint("delivery", "accounts_delivery_once"),
        migrations.RemoveIndex("delivery", "accounts_delivery_due"),
        migrations.AlterField(
            "delivery",
            "notice",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="accounts.notice",
            ),
        ),
        migrations.AlterField(
            "delivery",
            "way",
            models.CharField(
                choices=[
                    ("mail", "mail"),
                    ("digest", "daily mail"),
                    ("push", "push"),
                    ("hook", "webhook"),
                    ("letter", "letter"),
                    ("none", "no way was found"),
                ],
                max_length=6,
            ),
        ),
        migrations.AlterField(
            "delivery",
            "tries",
            models.PositiveSmallIntegerField(default=0, help_text="How often it was begun to be sent."),
        ),
        migrations.AddField(
            "delivery",
            "lane",
            models.CharField(default="", help_text="Whom it is for: each is served in turn.", max_length=300),
            preserve_default=False,
        ),
        migrations.AddField(
            "delivery",
            "hook",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="accounts.hook"),
        ),
        migrations.AddField(
            "delivery",
            "to",
            models.CharField(blank=True, help_text="The address of a letter.", max_length=254),
        ),
        migrations.AddField("delivery", "content", models.JSONField(default=dict)),
        migrations.AddField(
            "delivery",
            "created_at",
            models.DateTimeField(auto_now_add=True, default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField("delivery", "given_up_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "delivery",
            "why",
            models.CharField(blank=True, help_text="What went wrong, as a player reads it.", max_length=200),
        ),
        migrations.AddField(
            "delivery",
            "detail",
            models.CharField(blank=True, help_text="The same for those who run the site.", max_length=300),
        ),
        migrations.RunSQL(DELIVERIES, migrations.RunSQL.noop),
        migrations.DeleteModel("Letter"),
        migrations.AddConstraint(
            "delivery",
            models.UniqueConstraint(
                condition=models.Q(notice__isnull=False),
                fields=("notice", "way", "browser"),
                name="accounts_delivery_once",
                nulls_distinct=False,
            ),
        ),
        migrations.AddIndex(
            "delivery",
            models.Index(
                condition=models.Q(given_up_at=None),
                fields=["way", "lane", "due"],
                name="accounts_delivery_due",
            ),
        ),
        migrations.AddIndex(
            "delivery",
            models.Index(
                condition=models.Q(given_up_at__isnull=False),
                fields=["-given_up_at"],
                name="accounts_delivery_lost",
            ),
        ),
        migrations.RunSQL(TITLES, migrations.RunSQL.noop),
        migrations.AlterField(
            "news",
            "title",
            models.CharField(max_length=120, validators=[accounts.single_line.single_line]),
        ),
    ]
